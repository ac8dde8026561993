#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the documents: links lead somewhere, the first README is short, and every command runs.

    documents.py links   ROOT          links, sizes, code that examples must contain
    documents.py commands ROOT BUILD   runs the commands of all documents in a scratch folder; -v says how long

A command is a line of a `sh` block, a line after "$ " of a `console` block, or a code span of a table that
begins with a program. Commands of hone run as they are written, with the limits of limited_hone.sh.
All others have to be listed in commands.txt, which says what is run instead and why; a command that is in
neither group is a fault, and so is a line of the list that no document needs.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
MOST_WORDS = 1200  # of the first README
SECONDS = 120      # the limit of one command
PROGRAMS = {"bash", "cmake", "cpack", "ctest", "hone", "mpirun", "pkg-config", "python3", "sbatch", "source", "sudo"}
# Commands that may answer "no": exit code 1 is not a fault of the document.
MAY_SAY_NO = re.compile(r"hone (check|compare|cover|regret|tune .*--transfer)\b")
# Answers that depend only on hone itself: they are compared with the document.
SAME_EVERYWHERE = re.compile(r"hone (space|occupancy)\b")
# Options of other programs in the text.
FOREIGN_OPTIONS = {"--enable-recovery", "--prefix", "--all"}

faults = []


def complain(place, text):
    faults.append(f"{place}: {text}")


@dataclass
class Command:
    place: str
    text: str
    answer: list = field(default_factory=list)  # of a console block


@dataclass
class Document:
    path: pathlib.Path
    name: str
    commands: list = field(default_factory=list)
    mentions: list = field(default_factory=list)  # code spans outside of tables: (place, text)
    code: list = field(default_factory=list)      # lines of C, C++ and Python: (place, text)
    files: dict = field(default_factory=dict)     # blocks after a line "`NAME`:"
    links: list = field(default_factory=list)
    headings: set = field(default_factory=set)


def documents(root):
    """The first README, then all others by their paths."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders
                            if each not in {".git", ".cache", "golden"} and not each.startswith("build"))
        for name in sorted(names):
            if name.endswith(".md"):
                yield read(pathlib.Path(folder, name), root)


def is_command(text):
    words = [word for word in text.split() if not re.match(r"[A-Z_]+=", word)]
    if not words or "…" in text:
        return False
    path = "/" in words[0] and not words[0].startswith(("<", "/"))
    return words[0] in PROGRAMS and len(text.split()) > 1 or path and (
        words[0].startswith("./") or words[0].endswith(".sh") or len(words) > 1)


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read_block(document, language, lines, place, name):
    if name:
        document.files[name] = "\n".join(lines) + "\n"
    elif language == "sh":
        for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
            line = re.sub(r"(^|\s+)#\s.*", "", line)
            if line:
                document.commands.append(Command(place, line))
    elif language == "console":
        for line in lines:
            if line.startswith("$ "):
                document.commands.append(Command(place, line[2:]))
            elif document.commands:
                document.commands[-1].answer.append(line)
    elif language in ("c", "cpp", "python"):
        document.code += [(place, line.strip()) for line in lines if line.strip()]


def read_line(document, line, place):
    if heading := re.match(r"#+ (.*)", line):
        document.headings.add(anchor(heading[1]))
    document.links += [(place, target) for target in re.findall(r"\]\(([^)]+)\)", line)]
    for _, span in re.findall(r"(`+)(.+?)\1", line):
        if line.startswith("|") and is_command(span):
            document.commands.append(Command(place, span))
        else:
            document.mentions.append((place, span))


def read(path, root):
    document = Document(path, str(path.relative_to(root)))
    language, block, start, named = None, [], 0, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place = f"{document.name}:{number}"
        if language is not None and line.startswith("```"):
            read_block(document, language, block, f"{document.name}:{start}", named)
            language, named = None, None
        elif language is not None:
            block.append(line)
        elif line.startswith("```"):
            language, block, start = line[3:].strip(), [], number
        else:
            if line:
                name = re.fullmatch(r"`([\w.]+)`:", line)
                named = name[1] if name else None
            read_line(document, line, place)
    return document


def check_links(root, all_documents):
    headings = {each.path.resolve(): each.headings for each in all_documents}
    for document in all_documents:
        for place, target in document.links:
            path, _, fragment = target.partition("#")
            if re.match(r"[a-z]+:", path):
                continue
            file = (document.path.parent / path).resolve() if path else document.path.resolve()
            if not file.exists():
                complain(place, f"there is no {target}")
            elif root not in file.parents and file != root:
                complain(place, f"{target} lies outside of the project")
            elif fragment and fragment not in headings.get(file, {fragment}):
                complain(place, f"{path} has no heading #{fragment}")


def check_code(root, all_documents):
    """C, C++ and Python in a document is taken from an example, which is built and run by another test."""
    known = set()
    for file in (file for kind in ("c*", "hpp", "py") for file in (root / "examples").glob("*." + kind)):
        known |= {line.strip() for line in file.read_text().splitlines()}
    for document in all_documents:
        for place, line in document.code:
            if line not in known:
                complain(place, f"no example has the line '{line}'")


def links(root):
    all_documents = list(documents(root))
    check_links(root, all_documents)
    check_code(root, all_documents)
    words = len((root / "README.md").read_text().split())
    if words > MOST_WORDS:
        complain("README.md", f"{words} words; it may have {MOST_WORDS}")
    print(f"{len(all_documents)} documents, {sum(len(each.links) for each in all_documents)} links, "
          f"{words} words in the first README")


def listed(text):
    """Of commands.txt: a command, then indented "because REASON" and "run COMMAND", "script" or "bench"."""
    table = {}
    command = ""
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            command = line
            if command in table:
                complain(f"commands.txt:{number}", "listed twice")
            table[command] = {"line": number}
        elif word in ("because", "run", "script", "bench"):
            table[command][word] = rest
        else:
            complain(f"commands.txt:{number}", f"'{word}' is not because, run, script or bench")
    for command, entry in table.items():
        if "because" not in entry:
            complain(f"commands.txt:{entry['line']}", "no reason is given")
    return table


def prepare(root, build, scratch):
    """The project as a user has it after building, and databases of other machines."""
    for entry in root.iterdir():
        if entry.name != ".git" and not entry.name.startswith("build"):
            (scratch / entry.name).symlink_to(entry)
    (scratch / "build").mkdir()
    for preset in ("dev", "release", "asan", "tsan"):
        (scratch / "build" / preset).symlink_to(build)
    (scratch / "bin").mkdir()
    (scratch / "bin" / "hone").symlink_to(HERE / "limited_hone.sh")
    (scratch / "path/to").mkdir(parents=True)
    for ending in (".toml", ".cl"):
        shutil.copy(HERE.parents[1] / "examples" / ("vector" + ending), scratch / "path/to" / ("own" + ending))
    shutil.copy(HERE.parents[1] / "examples/reports/xeon-2.db", scratch / "other.db")
    (scratch / "pocl").mkdir()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HONE_")}
    return {"POCL_CACHE_DIR": str(scratch / "pocl"), **inherited, "HOME": str(scratch), "XDG_DATA_HOME": str(scratch),
            "HONE": str(build / "bin/hone"), "HONE_DB": str(scratch / "hone.db"), "HONE_LOCKS": str(scratch / "locks"),
            "PATH": f"{scratch / 'bin'}:{os.environ['PATH']}", "NO_COLOR": "1"}


def run(text, scratch, environment):
    try:
        ended = subprocess.run(["bash", "-c", text], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, timeout=SECONDS, check=False)
        return ended.returncode, ended.stdout, ended.stderr
    except subprocess.TimeoutExpired:
        return None, "", f"not done after {SECONDS} s"


def program_of(command):
    """The variables that are set for it, and its path."""
    words = command.text.split()
    first = next(i for i, word in enumerate(words) if not re.match(r"[A-Z_]+=", word))
    return [word.partition("=")[0] for word in words[:first]], words[first]


def check_script(command, scratch):
    """A script that is too long to run: it can be started, is well formed, and reads the variables."""
    names, program = program_of(command)
    script = scratch / program
    if not os.access(script, os.X_OK):
        return complain(command.place, f"{script.name} is no program")
    if subprocess.run(["bash", "-n", script], check=False).returncode != 0:
        complain(command.place, f"{script.name} is no script of bash")
    for name in names:
        if name not in script.read_text():
            complain(command.place, f"{script.name} does not read {name}")
    return None


def check_bench(command, scratch):
    _, program = program_of(command)
    if not (scratch / "tests/bench" / (pathlib.Path(program).name + ".cpp")).exists():
        complain(command.place, f"there is no benchmark {program}")


def check_command(command, entry, scratch, environment):
    if entry and "script" in entry:
        return check_script(command, scratch)
    if entry and "bench" in entry:
        return check_bench(command, scratch)
    text = entry.get("run", command.text) if entry else command.text
    started = time.monotonic()
    code, out, err = run(text, scratch, environment)
    if "-v" in sys.argv:
        print(f"{time.monotonic() - started:6.1f} s  {command.place}: {text}", flush=True)
    if code != 0 and not (code == 1 and MAY_SAY_NO.match(command.text)):
        complain(command.place, f"`{text}` ended with {code}\n{out[-500:]}{err[-1500:]}")
    elif command.answer and SAME_EVERYWHERE.match(command.text):
        # Documents cannot keep trailing blanks.
        if [line.rstrip() for line in out.splitlines()] != [line.rstrip() for line in command.answer]:
            complain(command.place, f"`{text}` answers\n{out}")
    return None


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def without_quoted(command):
    """What is quoted belongs to another program."""
    return re.sub(r"'[^']*'", "", command)


def check_mentions(all_documents, scratch, environment):
    """Commands and options that the text mentions: they exist, and belong together."""
    def said(command):
        return run(command, scratch, environment)[1]

    names = set(re.findall(r"^  ([a-z]+) ", said("hone help"), re.MULTILINE))
    helps = {name: options_in(said(f"hone help {name}")) for name in names}
    every = set.union(FOREIGN_OPTIONS, *helps.values())
    for document in all_documents:
        if document.name == "CHANGELOG.md":  # it also mentions former names
            continue
        for place, span in document.mentions + [(each.place, each.text) for each in document.commands]:
            words = span.split()
            name = words[1] if words[0] == "hone" and len(words) > 1 else ""
            if name.islower() and name.isalpha() and name not in names:
                complain(place, f"hone has no command {name}")
            if name in helps or span.startswith("--"):
                for option in sorted(options_in(without_quoted(span)) - helps.get(name, every)):
                    complain(place, f"{name or span}: there is no option {option}")


def commands(root, build, table, first):
    """Runs the script `first`, then the commands of all documents in their order."""
    all_documents = list(documents(root))
    done = set()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        environment = prepare(root, build, scratch)
        code, _, err = run(first, scratch, environment)
        if code != 0:
            complain("prepare.sh", f"ended with {code}\n{err}")
        check_mentions(all_documents, scratch, environment)
        for document in all_documents:
            for name, text in document.files.items():
                (scratch / name).write_text(text)
            for command in document.commands:
                entry = table.get(command.text)
                if not entry and not command.text.startswith("hone "):
                    complain(command.place, f"`{command.text}` is not in tests/documents/commands.txt")
                elif command.text not in done or command.answer:
                    check_command(command, entry, scratch, environment)
                done.add(command.text)
    for text, entry in table.items():
        if text not in done:
            complain(f"commands.txt:{entry['line']}", f"no document has `{text}`")
    print(f"{len(done)} commands in {len(all_documents)} documents")


def main(mode, root, *build):
    if mode == "links":
        links(pathlib.Path(root).resolve())
    else:
        commands(pathlib.Path(root).resolve(), pathlib.Path(build[0]).resolve(),
                 listed((HERE / "commands.txt").read_text()), (HERE / "prepare.sh").read_text())
    for fault in faults:
        print("FAILED:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*[word for word in sys.argv[1:] if word != "-v"]))
