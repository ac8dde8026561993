#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How soon a search comes close to the best there is: a space is measured exhaustively once, and then
# searched from nothing by each strategy with several seeds. Prints trials and seconds until a config
# was tried that lies within 5 % and 2 % of the exhaustive best, by the exhaustive run's times.
#   HONE=build/release/bin/hone tests/bench/reach.sh KERNEL [options of hone tune, such as --where …]
# STRATEGIES (greedy_ils random_sample), SEEDS (1 2 3) and LIMIT (1m, of each search) may be set.
set -euo pipefail
: "${HONE:?is the path of the program}"
kernel=${1:?usage: reach.sh KERNEL [options of hone tune]}
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: "${STRATEGIES:=greedy_ils random_sample}" "${SEEDS:=1 2 3}" "${LIMIT:=1m}"

"$HONE" tune "$kernel" "$@" --strategy brute_force -t 10h --db "$folder/all.db" --json >/dev/null
for strategy in $STRATEGIES; do
    for seed in $SEEDS; do
        "$HONE" tune "$kernel" "$@" --strategy "$strategy" --seed "$seed" -t "$LIMIT" \
            --db "$folder/$strategy.$seed.db" --json >/dev/null
    done
done

python3 - "$folder" "$STRATEGIES" "$SEEDS" <<'PYTHON'
import sqlite3
import statistics
import sys

folder, strategies, seeds = sys.argv[1:]


def trials(name):
    """In their order: config, time or nothing, and seconds since the run began."""
    return sqlite3.connect(f"{folder}/{name}.db").execute(
        "SELECT config, CASE outcome WHEN 'ok' THEN median_ns END,"
        "       (trial.started - run.started) / 1000.0"
        " FROM trial JOIN run ON run.id = run_id WHERE purpose IN ('search', 'default') ORDER BY ordinal").fetchall()


everything = trials("all")
times = {config: ns for config, ns, _ in everything if ns}
best = min(times.values())
took = everything[-1][2] - everything[0][2]
print(f"{len(everything)} configs in {took:.0f} s, {60 * len(everything) / took:.0f} a minute;"
      f" the best takes {best / 1000:.1f} us")


def reached(name, share):
    for place, (config, _, seconds) in enumerate(trials(name), 1):
        if times.get(config, float("inf")) <= best / share:
            return place, seconds
    return None


print(f"{'strategy':<24}{'within':<8}{'trials (median, worst)':<26}{'seconds (median, worst)':<26}reached")
for strategy in strategies.split():
    for share in (0.95, 0.98):
        found = [reached(f"{strategy}.{seed}", share) for seed in seeds.split()]
        there = [f for f in found if f]
        counts, seconds = [f[0] for f in there], [f[1] for f in there]
        row = f"{strategy:<24}{100 * (1 - share):.0f} %     "
        if there:
            row += f"{statistics.median(counts):<8.0f}{max(counts):<18}"
            row += f"{statistics.median(seconds):<8.1f}{max(seconds):<18.1f}"
        print(row + f"{len(there)} of {len(found)}")
PYTHON
