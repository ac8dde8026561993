#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the house: units per folder, lengths of functions and files, and private words.

Usage: tests/house.py [ROOT]. It ends with 1 where a folder holds more than 18 units or a private word
of tests/private_words.txt occurs again.
"""
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOMS = ("spaces", "kernels", "db", "reports", "tuner")
MOST_UNITS = 18


def tracked(root, *patterns):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--", *patterns],
                            check=True, capture_output=True, text=True).stdout
    files = (root / name for name in listed.split("\0") if name)
    return [file for file in files if file.is_file() and "/vendor/" not in str(file)]


def functions(text):
    """Lengths of function bodies with their places, by the layout that clang-format gives: a body begins
    with a line that ends in ") {" or the like, and ends with a brace at the indent of its declaration."""
    lines = text.splitlines()
    head = re.compile(r"^ *(?!.*\b(?:if|for|while|switch|else|do|catch|namespace|class|struct|enum|union|try)\b)"
                      r"\S.*(?:\)|const|noexcept|override|\}|&&) \{$")
    found = []
    for at, line in enumerate(lines):
        if not head.match(line):
            continue
        first = at
        while first > 0 and re.search(r"[\w,(&)>]$|\)$", lines[first - 1]) and "//" not in lines[first - 1]:
            first -= 1
        indent = re.match(r" *", lines[first]).group()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith(indent + "}")), None)
        if end is not None:
            found.append((end - at - 1, at + 1))
    return found


def spread(numbers):
    ordered = sorted(numbers)
    return f"median {statistics.median(ordered):.0f}, 90th percentile {ordered[int(0.9 * (len(ordered) - 1))]}, " \
           f"longest {ordered[-1]}"


def private_words(root):
    """Pairs of a word that is gone and what is said instead; the rest of a line is where to look."""
    for line in (root / "tests/private_words.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            old, new = (part.strip() for part in line.split("->"))
            yield old, new


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    sources = tracked(root, *(f"{room}/*.{kind}" for room in ROOMS for kind in ("cpp", "hpp", "h")))

    units = defaultdict(set)
    for file in sources:
        units[file.parent.relative_to(root)].add(file.stem)
    print("units  folder")
    for folder, stems in sorted(units.items()):
        print(f"{len(stems):5}  {folder}")

    bodies = [(length, f"{file.relative_to(root)}:{line}")
              for file in sources for length, line in functions(file.read_text())]
    print(f"\nfunctions: {len(bodies)}; lines: {spread([length for length, _ in bodies])}")
    for length, place in sorted(bodies, reverse=True)[:5]:
        print(f"{length:5}  {place}")
    files = [(len(file.read_text().splitlines()), str(file.relative_to(root))) for file in sources]
    print(f"\nfiles: {len(files)}; lines: {spread([length for length, _ in files])}; "
          f"{sum(length for length, _ in files)} in all")
    for length, place in sorted(files, reverse=True)[:5]:
        print(f"{length:5}  {place}")

    faults = [f"{folder}: {len(stems)} units, at most {MOST_UNITS}"
              for folder, stems in units.items() if len(stems) > MOST_UNITS]
    code = {file.relative_to(root): file.read_text(errors="replace")
            for file in tracked(root, "*.cpp", "*.hpp", "*.h", "*.c", "*.cl", "*.toml", "*.sql")}
    rules = [(old, new, re.compile(rf"\b(?:{old})\b")) for old, new in private_words(root)]
    for file, text in code.items():
        # Each distinct word is matched once; only a file with a hit is read line by line.
        words = " ".join(set(re.findall(r"\w+", text)))
        for old, new, word in rules:
            if word.search(words):
                faults += [f"{file}:{n}: {old}: say {new}"
                           for n, line in enumerate(text.splitlines(), 1) if word.search(line)]
    print(f"\nprivate words: {len([fault for fault in faults if ': say ' in fault])}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
