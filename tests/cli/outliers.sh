# SPDX-License-Identifier: MIT
# [device] `hone check --outliers`: a stored time that the relatives of this device contradict is
# measured again, and the new time counts.
source "$(dirname "$0")/check.bash"
on_one_core
cd "$folder" || exit 1

hone tune reduction_last --size n=65536 --max-evals 8 --db here.db --quiet
exits 0
hone check --outliers --db here.db
exits 0
says "stands out"

# Four relatives: this device under other drivers, each a little faster or slower.
python3 - <<'PYTHON'
import hashlib, sqlite3
database = sqlite3.connect("here.db")
database.row_factory = sqlite3.Row

def copy(table, row, **changes):
    values = {**dict(row), **changes}
    database.execute(f"INSERT INTO {table} ({','.join(values)}) VALUES ({','.join('?' * len(values))})", list(values.values()))

def named(number, name):
    return hashlib.md5(f"{number} {name}".encode()).hexdigest()

devices = database.execute("SELECT * FROM device").fetchall()
runs = database.execute("SELECT * FROM run").fetchall()
trials = database.execute("SELECT * FROM trial").fetchall()
for number in range(1, 5):
    for device in devices:
        copy("device", device, id=named(number, device["id"]), driver=f"relative {number}")
    for run in runs:
        copy("run", run, id=named(number, run["id"]), device_id=named(number, run["device_id"]), started=run["started"] + number)
    for i, trial in enumerate(trials):
        factor = 1 + 0.01 * number + 0.002 * (i % 5)
        times = {key: trial[key] and trial[key] * factor for key in ("median_ns", "low_ns", "high_ns")}
        copy("trial", trial, id=named(number, trial["id"]), run_id=named(number, trial["run_id"]), **times)
database.commit()
PYTHON
hone check --outliers --db here.db
exits 0
says "stands out"

# Makes the stored times of this device twenty times too good.
python3 - "$folder" <<'PYTHON'
import sqlite3
database = sqlite3.connect("here.db")
database.execute("UPDATE trial SET median_ns = median_ns / 20, low_ns = low_ns / 20, high_ns = high_ns / 20 "
                 "WHERE run_id NOT IN (SELECT run_id FROM run AS r JOIN device AS d ON d.id = r.device_id "
                 "WHERE r.id = run_id AND d.driver LIKE 'relative%')")
database.commit()
PYTHON
best_time() {
    sqlite3 here.db "SELECT min(b.median_ns) FROM best AS b JOIN device AS d ON d.id = b.device_id WHERE d.driver NOT LIKE 'relative%'"
}
forged=$(best_time)
hone check --outliers --db here.db --json
exits 1
says '"verdict": "slower"'
measured=$(best_time)
python3 -c 'import sys; forged, measured = map(float, sys.argv[1:]); assert measured > 2 * forged, sys.argv' "$forged" "$measured" \
    || complain "what was measured should count"
finish
