#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every function that an installed header declares without a body is one that the library exports.
declared.py FOLDER_OF_HEADERS LIBRARY..."""
import pathlib
import re
import subprocess
import sys


def without_comments(text):
    """The text without comments, preprocessor lines and attribute macros."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.MULTILINE)


def statements(text):
    """What ends with a semicolon outside of all braces but those of namespaces and of extern "C"."""
    text = text.replace("= {}", "")  # of an argument
    text = re.sub(r'(namespace [\w:]+|extern "C") \{', ";", text)
    depth, begin = 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}" and depth > 0)
        if letter in ";}" and depth == 0:
            yield " ".join(text[begin:at].split()) + letter
            begin = at + 1


def functions(text):
    """The names of functions that are declared and have no body."""
    for statement in statements(without_comments(text)):
        is_other = re.match(r"(typedef|using|template|struct|class|enum|inline|static|constexpr|friend)\b", statement)
        named = re.match(r"[^({=]*?([\w]+|operator\S+) ?\(", statement)
        if named and not is_other and "{" not in statement and statement.endswith(";"):
            yield named[1]


def main(folder, *libraries):
    exported = "".join(subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True,
                                      check=True).stdout for library in libraries)
    count, missing = 0, []
    for header in sorted(pathlib.Path(folder).glob("*.h*")):
        for name in functions(header.read_text(encoding="utf-8")):
            count += 1
            if not re.search(rf"\b{re.escape(name)}(\(|@|$)", exported, flags=re.MULTILINE):
                missing.append(f"{header.name} declares {name}, which no library exports")
    print(*missing, f"{count} functions are declared", sep="\n")
    return 1 if missing or count < 80 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
