#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The speed of a search's convergence: a space is measured exhaustively once, and then searched from
# nothing by each strategy with several seeds. Prints the trials and seconds until a config within 5
# % and 2 % of the exhaustive best was tried, by the exhaustive run's times. An interrupt prints the
# results so far.
#   HONE=build/release/bin/hone tests/bench/reach.sh KERNEL [options of hone tune, such as --where …]
# Optional variables: STRATEGIES (auto random_sample), SEEDS (1 2 3), LIMIT (1m, of each search) and
# ROUNDS (1, of the exhaustive run: on a noisy machine the median of several decides which config is
# the best).
set -euo pipefail
: "${HONE:?is the path of the program}"
kernel=${1:?usage: reach.sh KERNEL [options of hone tune]}
shift
folder=$(mktemp -d)
: "${STRATEGIES:=auto random_sample}" "${SEEDS:=1 2 3}" "${LIMIT:=1m}" "${ROUNDS:=1}"

report() {
    python3 - "$folder" "$STRATEGIES" "$SEEDS" <<'PYTHON'
import pathlib
import sqlite3
import statistics
import sys

folder, strategies, seeds = sys.argv[1:]
searched = [seed for seed in seeds.split()
            if all(pathlib.Path(folder, f"{each}.{seed}.ended").exists() for each in strategies.split())]


def trials(name):
    """In their order: config, time or nothing, and seconds since the run began."""
    return sqlite3.connect(f"{folder}/{name}.db").execute(
        "SELECT config, CASE outcome WHEN 'ok' THEN median_ns END,"
        "       (trial.started - run.started) / 1000.0"
        " FROM trial JOIN run ON run.id = run_id WHERE purpose IN ('search', 'default') ORDER BY ordinal").fetchall()


rounds = [trials(path.stem) for path in sorted(pathlib.Path(folder).glob("all.*.db"))]
samples = {}
for config, ns, _ in sum(rounds, []):
    if ns:
        samples.setdefault(config, []).append(ns)
if not samples:
    sys.exit("nothing was timed")
times = {config: statistics.median(each) for config, each in samples.items()}
best = min(times.values())
everything = rounds[0]
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
        found = [reached(f"{strategy}.{seed}", share) for seed in searched]
        there = [f for f in found if f]
        counts, seconds = [f[0] for f in there], [f[1] for f in there]
        row = f"{strategy:<24}{100 * (1 - share):.0f} %     "
        if there:
            row += f"{statistics.median(counts):<8.0f}{max(counts):<18}"
            row += f"{statistics.median(seconds):<8.1f}{max(seconds):<18.1f}"
        print(row + f"{len(there)} of {len(found)}")
PYTHON
}
searching=
trap 'report; rm -rf "$folder"' EXIT
trap 'kill $searching; wait; exit 143' TERM INT

# The search runs in the background, so that a signal is handled at once.
search() {
    local into=$1
    shift
    "$HONE" tune "$kernel" "$@" --db "$folder/$into.db" --json >/dev/null &
    searching=$!
    wait "$searching"
    touch "$folder/$into.ended"
}

for round in $(seq "$ROUNDS"); do search "all.$round" "$@" --strategy brute_force -t 10h; done
for seed in $SEEDS; do
    for strategy in $STRATEGIES; do
        search "$strategy.$seed" "$@" --strategy "$strategy" --seed "$seed" -t "$LIMIT"
    done
done
