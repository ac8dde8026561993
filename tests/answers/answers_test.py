# SPDX-License-Identifier: MIT
"""Ten thousand questions are answered alike from C, C++ and Python.

Usage: answers_test.py SCRATCH IN_C IN_CXX DATABASE... The module finds libhone by HONE_LIBRARY."""
import pathlib
import subprocess
import sys
from collections import Counter

from questions import COUNT, questions

scratch, in_c, in_cxx, *databases = sys.argv[1:]
HERE = pathlib.Path(__file__).parent


def start(name, *command):
    out = open(pathlib.Path(scratch) / name, "w", encoding="utf-8")
    return subprocess.Popen(command, stdout=out)


def answers(name):
    return (pathlib.Path(scratch) / name).read_text(encoding="utf-8").splitlines()


def different(file, one, other):
    """The first answer that is not the same in two languages."""
    asked = [line for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines()
             if line.startswith(("ask", "reject"))]
    both = zip(asked, answers(one), answers(other))
    return next((f"{line}\n{one}: {first}\n{other}: {second}" for line, first, second in both if first != second), None)


def main():
    pathlib.Path(scratch).mkdir(parents=True, exist_ok=True)
    file = str(pathlib.Path(scratch) / "questions.txt")
    pathlib.Path(file).write_text("".join(line + "\n" for line in questions(databases)), encoding="utf-8")
    running = [start("C", in_c, file), start("C++", in_cxx, file),
               start("Python", sys.executable, "-B", str(HERE / "answers.py"), file)]
    assert [program.wait() for program in running] == [0, 0, 0]
    counts = [len(answers(name)) for name in ("C", "C++", "Python")]
    assert min(counts) == max(counts) >= COUNT, counts
    for other in ("C++", "Python"):
        fault = different(file, "C", other)
        assert fault is None, fault
    kinds = Counter(line.split("|")[0] for line in answers("C"))
    kernels = Counter(line.split("|")[3] for line in answers("C"))
    print(f"{counts[0]} answers are alike: {dict(kinds)}, {dict(kernels)}")
    # Every kind of answer and several kernels must occur, otherwise the comparison is void.
    assert len(kinds) >= 8 and len(kernels) >= 7, "the questions have become poor"


main()
