#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A report on paper: headless Chromium prints it, pdftotext reads the pages. If either is missing,
# the test is skipped (exit code 77).
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: there is no $1; on Debian: apt-get install $2" && exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip Chromium chromium
command -v pdftotext >/dev/null || skip pdftotext poppler-utils
cd "$folder" || exit 1

# Eighty problems: their table takes several pages.
cat >times.json <<'EOF'
{"schema_version": "1.0.0", "results": [
{"configuration": {"TILE": 1}, "times": {"runtimes": [2, 2, 2, 2, 2, 2]}, "invalidity": "correct"},
{"configuration": {"TILE": 2}, "times": {"runtimes": [4, 4, 4, 4, 4, 4]}, "invalidity": "correct"}]}
EOF
for number in {10..89}; do
    hone db import times.json --device-name "Made GPU" --kernel-name "conv_$number" --db made.db
    exits 0
done
hone report made.db -o made.html
exits 0

call="made.html on paper"
python3 -B "$here/print.py" "$browser" made.html made.pdf || complain "should be printed"
pdftotext -layout made.pdf made.txt
out=$(python3 -B - made.txt <<'PYTHON'
import re
import sys

pages = open(sys.argv[1], encoding="utf-8").read().split("\f")
# The main table: its titles are above its first row on each page.
rows = 0
continued = 0
for page in pages:
    found = re.findall(r"^ *conv_\d\d f32 +Made GPU +conv_\d\d .* ms", page, re.M)
    if not found:
        continue
    rows += len(found)
    title = re.search(r"^ *problem +device +kernel +time", page, re.M)
    print("ok" if title and title.start() < page.index(found[0]) else "FAILED", "a title above", found[0].split()[0])
    continued += 1
print("ok" if rows == 80 else "FAILED", rows, "rows are printed")
print("ok" if continued > 1 else "FAILED", continued, "pages have them")
# Folded details are not printed, nor their titles, nor elements for the screen only.
text = "\n".join(pages)
print("FAILED buttons" if re.search(r"Save as|CSV +JSON", text) else "ok no buttons")
folded = [title for title in ("Runs, and how to repeat them", "What is not measured") if title in text]
print(f"FAILED folded: {folded}" if folded else "ok no folded part")
# No title of a column is broken within a word.
print("ok" if re.search(r"^ *device +name +type +architecture +platform", text, re.M) else "FAILED", "whole titles")
PYTHON
)
says "rows are printed"
[[ $out != *FAILED* ]] || complain "should have its titles on each page"
finish
