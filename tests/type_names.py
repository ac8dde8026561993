#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No two files define the same type of the same namespace. A linker takes the functions of one of them for both,
such as a destructor, and says nothing.

    tests/type_names.py FOLDER
"""
import collections
import pathlib
import re
import sys

ROOMS = ("spaces", "kernels", "db", "reports", "tuner")
OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{$")
CLOSES = re.compile(r"^\}  // (?:inline )?namespace")
DEFINES = re.compile(r"^(?:struct|class|enum|enum class|union) (?:HONE_\w+ )?(\w[\w:]*)(?: final)?(?: :.*)? ?\{")


def types_of(text):
    """The full name of each type that has a name outside of its file."""
    namespaces = []
    for line in text.splitlines():
        if opened := OPENS.match(line):
            namespaces.append(opened.group(1))
        elif CLOSES.match(line):
            namespaces.pop()
        elif (defined := DEFINES.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, defined.group(1)])


def main():
    root = pathlib.Path(sys.argv[1])
    files = [f for room in ROOMS for f in sorted((root / room).rglob("*.[ch]pp"))]
    if not files:
        sys.exit(f"{root} holds no sources")
    defined = collections.defaultdict(list)
    for file in files:
        for name in types_of(file.read_text()):
            defined[name].append(str(file.relative_to(root)))
    twice = {name: where for name, where in defined.items() if len(where) > 1}
    for name, where in sorted(twice.items()):
        print(f"{name} is defined {len(where)} times: {', '.join(where)}")
    print(f"{len(defined)} types in {len(files)} files")
    sys.exit(1 if twice else 0)


if __name__ == "__main__":
    main()
