#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists every text that hone shows a person, and finds those that break a rule of message_rules.txt.

Usage: tests/messages.py ROOT [LIST]. LIST gets a line "file:line: kind: text" for each message, help text
and sentence of a report, so that a reader goes through them in one sitting. It ends with 1 where a text
breaks a rule.
"""
import re
import sys
from pathlib import Path

ROOMS = ("spaces", "kernels", "db", "reports", "tuner")
RULES = Path(__file__).with_name("message_rules.txt")

# The text allowed between two string literals of C++ or JavaScript, and the literals themselves.
TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*|\'(?:\\.|[^\'\\\n])\')'
    r'|R"(?P<mark>[^(\s"]*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"|`(?P<template>(?:\\.|[^`\\])*)`',
    re.DOTALL | re.MULTILINE)
# The kind of a text, by the code before it in its statement.
KINDS = (("error", re.compile(r"\b(Error|Mistake|ParseError|add_mistake|refuse|warn)\s*[({]")),
         ("option", re.compile(r"\badd(_options\(\))?\s*\(")),
         ("summary", re.compile(r"\.(summary|synopsis)\s*=[^=]*$")),
         ("help", re.compile(r"\.details\s*=[^=]*$")),
         ("note", re.compile(r"\.note\s*=[^=]*$")),
         ("title", re.compile(r"\.title\s*=[^=]*$")))
# A message has at least two words.
WORDS = re.compile(r"[A-Za-z{}'`][.,:;]?\s+[A-Za-z{'`-]")
BEGINS_WITH_CAPITAL = re.compile(r"(?!Kernel Tuner)[A-Z][a-z]+ ")


class Rules:
    def __init__(self, file=RULES):
        self.forbidden, self.skipped, self.later = [], [], []
        for line in file.read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            if word == "skip":
                self.skipped.append(re.compile(rest))
            elif word == "later":
                self.later.append(rest + "/")
            else:
                pattern, better = line.split(" -> ")
                self.forbidden.append((re.compile(pattern), better))

    def is_message(self, text):
        return WORDS.search(text) and not any(skipped.search(text) for skipped in self.skipped)

    def faults(self, file, kind, text):
        if any(file.startswith(folder) for folder in self.later):
            return
        for pattern, better in self.forbidden:
            # Examples and quoted text are commands.
            prose = re.sub(r"`[^`]*`|^  .*$", "``", text, flags=re.MULTILINE)
            if found := pattern.search(prose):
                yield f'"{found.group()}": better: {better}'
        if kind in ("error", "option", "summary"):
            if BEGINS_WITH_CAPITAL.match(text):
                yield f"{kind}: begins with a capital letter"
            if text.endswith(".") and not text.endswith("…"):
                yield f"{kind}: ends with a period"
        if kind == "note" and not (text[0].isupper() and text.endswith(".")):
            yield "note: is not a sentence"
        if kind == "title" and text.endswith("."):
            yield "title: ends with a period"


def kind_of(before):
    """The kind of a text, by the code before it in its statement."""
    statement = re.split(r";|[{}]\s*\n", before)[-1]
    return next((kind for kind, pattern in KINDS if pattern.search(statement)), "text")


def in_code(code):
    """The texts of C++ or JavaScript with their lines and kinds; adjacent ones are one."""
    found = []
    blank = []  # the code so far, without texts and comments
    end = 0
    for token in TOKEN.finditer(code):
        between = code[end:token.start()]
        end = token.end()
        blank.append(between)
        if token["comment"] is not None:
            continue
        text = next(token[group] for group in ("raw", "text", "template") if token[group] is not None)
        if found and not "".join(blank[found[-1][3]:]).strip():
            found[-1][2] += text
            continue
        found.append([code.count("\n", 0, token.start()) + 1, kind_of("".join(blank)), text, len(blank)])
    for line, kind, text, _ in found:
        yield line, kind, text.replace("\\n", "\n").replace('\\"', '"')


def in_lines(pattern, kind):
    def texts(content):
        for number, line in enumerate(content.splitlines(), 1):
            for text in re.findall(pattern, line):
                yield number, kind, text
    return texts


READERS = {".cpp": in_code, ".hpp": in_code, ".h": in_code, ".js": in_code,
           ".html": in_lines(r">([^<>]+)<", "text"),
           ".sql": in_lines(r"^(?!--).*?'([^']+)'\)", "reason"),
           ".toml": in_lines(r'^"([^"]+)" *=', "reason"),
           ".cl": in_lines(r'^#error "([^"]+)"', "reason")}
NOT_SHOWN = {"vendor", "migrations", "older"}


def messages(root, rules):
    for room in ROOMS:
        for file in sorted((root / room).rglob("*")):
            if file.suffix not in READERS or NOT_SHOWN & set(file.parts):
                continue
            for line, kind, text in READERS[file.suffix](file.read_text()):
                if rules.is_message(text):
                    yield str(file.relative_to(root)), line, kind, text.strip("\n")


def main():
    newline = "\n"
    root = Path(sys.argv[1]).resolve()
    rules = Rules()
    found = list(messages(root, rules))
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text("".join(
            f"{file}:{line}: {kind}: {text.replace(newline, newline + '    ')}\n" for file, line, kind, text in found))
    faults = [f"{file}:{line}: {fault}\n    {text}" for file, line, kind, text in found
              for fault in rules.faults(file, kind, text)]
    print("\n".join(faults + [f"{len(found)} messages, {len(faults)} against a rule"]))
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main())
