#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whether tuning twice chooses equally fast configs: two tunes from nothing, then both choices side
# by side. Prints the ratio of their times, which should be below 1.02 on an idle device.
#   HONE=build/release/bin/hone tests/bench/repeatable.sh KERNEL [options of hone tune, such as -t 1m]
set -euo pipefail
: "${HONE:?is the path of the program}"
kernel=${1:?usage: repeatable.sh KERNEL [options of hone tune]}
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# From the answer on stdin: the expression that holds only for the best config.
best_as_where() {
    python3 -c '
import json, sys
best = [k["best"] for k in json.load(sys.stdin)[0]["kernels"] if k["best"]]
config = min(best, key=lambda b: b["time"]["median_ns"])["config"]
value = lambda v: repr(v) if isinstance(v, str) else v
print("(" + " and ".join(f"{name} == {value(v)}" for name, v in config.items()) + ")")'
}

choices=()
for time in first second; do
    choices+=("$("$HONE" tune "$kernel" "$@" --db "$folder/$time.db" --json | best_as_where)")
    echo "the $time time: ${choices[-1]}"
done
"$HONE" tune "$kernel" "$@" --db "$folder/both.db" --force --json \
    --where "${choices[0]} or ${choices[1]}" >/dev/null
# A side-by-side measurement in a final round takes precedence over a search's.
python3 - "$folder/both.db" <<'PYTHON'
import sqlite3
import sys

times = [ns / 1000 for (ns,) in sqlite3.connect(sys.argv[1]).execute(
    "SELECT median_ns FROM latest_trial WHERE outcome = 'ok' ORDER BY median_ns")]
print(f"{times[-1] / times[0]:.3f} times the other's time ({times[0]:.1f} and {times[-1]:.1f} us)")
PYTHON
