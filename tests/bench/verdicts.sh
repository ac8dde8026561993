#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whether the device agrees with the rules: configs that each exceed one of its limits are judged,
# and then run anyway. Prints the rules' verdicts with the actual results; ends with 1 if a rejected
# config runs correctly.
#   HONE=build/release/bin/hone tests/bench/verdicts.sh [--device D]
set -euo pipefail
: "${HONE:?is the path of the program}"
limits=$(cd "$(dirname "$0")/../planted" && pwd)/limits.toml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

try() {
    "$HONE" tune "$limits" --strategy brute_force --timeout 10s --build-timeout 60s --json \
        --db "$folder/$1.db" "${@:2}" >"$folder/$1.json" || true
    "$HONE" db export --db "$folder/$1.db" --as json >"$folder/$1.trials.json"
}
try judged "$@"
try forced "$@" --force

# Before a build `hone why` prints the rules' verdict; after one the trial itself.
python3 - "$folder" "$HONE" "$limits" "$@" <<'PYTHON'
import json
import subprocess
import sys

folder, hone, limits, *device = sys.argv[1:]


def trials(name):
    runs = json.load(open(f"{folder}/{name}.trials.json"))["runs"]
    return {t["config"]["LIMIT"]: t for run in runs for t in run["trials"]}


def verdict(limit, judged):
    why = subprocess.run([hone, "why", limits, f"LIMIT={limit}", "--json", *device],
                         capture_output=True, text=True)
    for rule in json.loads(why.stdout)["rules"]:
        if rule["verdict"] == "rejected":
            return rule["rule"]
    return "after the build" if judged.get(limit, {}).get("outcome") == "rejected" else "-"


judged, forced = trials("judged"), trials("forced")
rejected = disagreed = 0
print(f"{'limit passed':<16}{'rejected by':<18}{'forced':<10}")
for limit, trial in forced.items():
    rule = verdict(limit, judged)
    rejected += rule != "-"
    disagreed += rule != "-" and trial["outcome"] == "ok"
    words = trial["message"].splitlines()
    print(f"{limit:<16}{rule:<18}{trial['outcome']:<10}{words[0][:70] if words else ''}")
print(f"{rejected} rejected, of which {disagreed} ran right when forced")
sys.exit(disagreed > 0)
PYTHON
