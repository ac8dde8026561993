#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The gain of tuning for the kernels of examples/gallery and the transpose: a table of the default
# config, the best one and their ratio. Each space is tuned from nothing for SECONDS.
#   HONE=build/release/bin/hone tests/bench/gallery.sh [SECONDS] [DEVICE]
set -euo pipefail
hone=$(realpath "${HONE:?is the path of the program}")
seconds=${1:-10}
device=${2:-}
here=$(cd "$(dirname "$0")/../../examples/gallery" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HONE_DB=$folder/gallery.db

for space in "$here"/*.toml "$here"/../transpose.toml; do
    "$hone" tune "$space" --time-limit "${seconds}s" --quiet ${device:+--device "$device"} >/dev/null ||
        echo "$(basename "$space" .toml): no config ran correctly" >&2
done

# The median of the default config's newest measurement, from a final round if there is one.
sqlite3 -json "$HONE_DB" "
    SELECT kernel.name, trial.purpose, trial.outcome, trial.config, trial.median_ns, trial.rowid
    FROM trial JOIN run ON run.id = trial.run_id JOIN kernel ON kernel.id = run.kernel_id
    ORDER BY trial.rowid" >"$folder/trials.json"
"$hone" best --json >"$folder/best.json"
python3 - "$folder" <<'PYTHON'
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
trials = json.loads((folder / "trials.json").read_text())
print("| kernel | default config | best config | gain |")
print("|---|--:|--:|--:|")
for best in json.loads((folder / "best.json").read_text()):
    own = [t for t in trials if t["name"] == best["kernel"] and t["outcome"] == "ok"]
    defaults = [t["config"] for t in own if t["purpose"] == "default"]
    times = [t["median_ns"] for t in own if defaults and t["config"] == defaults[0]]
    fastest = best["time"]["median_ns"]
    before = f"{times[-1] / 1e3:,.0f} µs" if times else "–"
    gain = f"{times[-1] / fastest:.2f}" if times else "–"
    print(f"| {best['kernel']} | {before} | {fastest / 1e3:,.0f} µs | {gain} |")
PYTHON
