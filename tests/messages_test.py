#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""messages.py finds what it looks for: a made tree with a fault on each line, and one without any."""
import sys
import tempfile
from pathlib import Path

from messages import Rules, messages

# A line of code, and a part of the expected finding.
WRONG = (
    ('throw Error(Exit::usage, "the config was put off");', "deferred"),
    ('throw Error(Exit::usage, fmt::format("{} is gone. Try again.", name));', "ends with a period"),
    ('throw Error(Exit::usage, "the file is empty", "Say a name, as in x");', "begins with a capital"),
    ('add("json", po::bool_switch(), "Print as JSON");', "begins with a capital"),
    ('std::string why = "the worker said what nobody "\n    "understands";', "malformed"),
    ('fmt::print("{} is no number\\n", word);', "is not a"),
    ('Part part{.title = "Times.", .note = "How long " "it took"};', "is not a sentence"),
    ('const char* const text = R"(What is tried next says a strategy.)";', "subject"),
    ('command.details = R"(The rung that follows.\n\n  hone ladder x)";', "ladder step"),
)
RIGHT = (
    'throw Error(Exit::usage, fmt::format("{} is missing", name), "use --name NAME");  // it was put off',
    'throw Error(Exit::usage, "CLBlast is not installed; Kernel Tuner is");',
    'Part part{.title = "Times of it", .note = "Each time is a median."};',
    'const char* const sql = "PRAGMA put_off of nobody";',
    'fmt::print("`hone put off` is an example\\n");',
)


def faults_in(code):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tuner").mkdir()
        (Path(folder) / "tuner/made.cpp").write_text(code)
        rules = Rules()
        return [(line, fault) for file, line, kind, text in messages(Path(folder), rules)
                for fault in rules.faults(file, kind, text)]


def main():
    missed = [code for code, wanted in WRONG if not any(wanted in fault for _, fault in faults_in(code))]
    wrong_line = [] if faults_in("\n\n" + WRONG[0][0])[0][0] == 3 else ["the line of a fault"]
    false = [f"{code}: {faults_in(code)}" for code in RIGHT if faults_in(code)]
    for what, cases in (("not found", missed + wrong_line), ("found, but right", false)):
        for case in cases:
            print(f"{what}: {case}")
    return 1 if missed or wrong_line or false else 0


if __name__ == "__main__":
    sys.exit(main())
