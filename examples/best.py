#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads what was tuned with the standard library alone: best.py [DATABASE]"""
import json
import os
import pathlib
import sqlite3
import sys

home = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share"
file = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("HONE_DB") or pathlib.Path(home) / "hone/hone.db"

query = """
    SELECT d.name, k.name, t.precision, t.problem, t.config, t.median_ns
    FROM tuned AS t JOIN device AS d ON d.id = t.device_id JOIN kernel AS k ON k.id = t.kernel_id
    ORDER BY d.name, k.routine, t.precision, t.problem, t.median_ns"""


def words(text):
    return " ".join(f"{name}={value}" for name, value in json.loads(text).items())


with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
    for device, kernel, precision, problem, config, ns in database.execute(query):
        print(f"{device}: {kernel} {precision} {words(problem)}: {ns / 1e6:.4f} ms with {words(config)}")
