# SPDX-License-Identifier: MIT
"""Ten thousand questions for answers.cpp, answers.c and answers.py, drawn with a fixed seed: of recorded databases,
alone and together, what was tuned and what was not, for devices that are known, updated, related and unknown, and
mistakes of every kind."""
import json
import random
import sqlite3

COUNT = 10000
PRECISIONS = {"gemm": ["f32", "f64"] * 4 + ["f16", "bf16", "tf32"], "reduction": ["f32", "f64"] * 3 + ["i32"]}
MISTAKES = ["i:0", "i:-4", "i:9000000000000000000", "r:1.5", "r:-0.25", "w:sum", "w:", "w:a b"]


def rows(file, query):
    with sqlite3.connect(f"file:{file}?immutable=1", uri=True) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query)]


def devices(file):
    """Those of a database, and what becomes of them: another driver, another model, an unknown one."""
    for device in rows(file, "SELECT * FROM device"):
        del device["id"]
        yield device
        yield {**device, "driver": "999.1"}
        yield {**device, "name": "Another of its kind"}
        yield {**device, "name": "Unknown", "vendor": "Nobody", "vendor_id": 1, "architecture": "", "fp64": 0}


def tuned_problems(file):
    query = "SELECT DISTINCT k.routine, k.name, t.precision, t.problem FROM tuned t JOIN kernel k ON k.id = t.kernel_id"
    return [(row["routine"], row["name"], row["precision"], json.loads(row["problem"])) for row in rows(file, query)]


def size(draw):
    return draw.choice([1 << draw.randrange(14), draw.randrange(1, 5000), draw.randrange(1, 64)])


def drawn_problem(draw, routine):
    if routine == "reduction":
        return {"n": size(draw) * size(draw), "operation": draw.choice(["sum"] * 7 + ["dot", "asum", "max", "min"])}
    problem = {"M": size(draw), "N": size(draw), "K": size(draw)}
    for name in ("TA", "TB", "beta"):
        if draw.random() < 0.2:
            problem[name] = 1
    if draw.random() < 0.1:
        problem["lda"] = max(problem["M"], problem["K"]) + draw.randrange(9)
    return problem


def setting(name, value):
    kind = {int: "i", float: "r", str: "w"}[type(value)]
    return f"{name}={kind}:{value}"


def with_mistake(draw, settings):
    """One that is missing, of another kind, unknown, or said twice."""
    at = draw.randrange(len(settings))
    name = settings[at].split("=")[0]
    return draw.choice([settings[:at] + settings[at + 1:],
                        [*settings, f"{name}={draw.choice(MISTAKES)}"],
                        [*settings, f"{draw.choice('kxZé')}={draw.choice(MISTAKES)}"],
                        [*settings, settings[at], setting(name, 77)]])


def question(draw, problems):
    routine, kernel, precision, problem = draw.choice(problems)
    if draw.random() < 0.7:
        problem = drawn_problem(draw, routine)
        precision = draw.choice(PRECISIONS[routine])
    settings = [setting(name, value) for name, value in problem.items()]
    what = draw.choice([routine, routine, kernel])
    if draw.random() < 0.1:
        settings = with_mistake(draw, settings)
    if draw.random() < 0.03:
        what, precision = draw.choice([("gem", precision), ("", precision), (what, "f8"), (what, "")])
    return "\t".join(["ask", what, precision, draw.choice("01"), *settings])


def questions(files):
    """Lines of a file of questions; each group of databases is asked by its devices in turn."""
    draw = random.Random(19)
    groups = [[file] for file in files] + [files, []]
    asked = 0
    for index, group in enumerate(groups):
        yield "\t".join(["open", *group])
        everyone = [device for file in files for device in devices(file)]
        known = [device for file in group for device in devices(file)] or everyone
        problems = [problem for file in group or files for problem in tuned_problems(file)]
        while asked < COUNT * (index + 1) // len(groups):
            yield "\t".join(["device", *(f"{name}={value}" for name, value in draw.choice(draw.choice([known] * 3 + [everyone])).items())])
            for _ in range(20):
                yield question(draw, problems)
                asked += 1
            yield "reject"
            asked += 1
