#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The speedup of equal devices of one host: the same search by one and by several of them, each from
# nothing and for this number of seconds. For each it prints the trials a minute, of the whole
# search and of the time in which all devices worked, and the best; both also relative to one device
# in the same round.
#   HONE=build/release/bin/hone tests/bench/ranks.sh SECONDS KERNEL [options of hone tune]
#   COUNTS="1 2 4" ROUNDS=1  numbers of devices, one after the other, and repetitions
#   BIND=none                core for CPU devices: a core for each rank
#   HOW=ranks                by mpirun; devices: one program, --all-devices
# Only as many of NVIDIA's GPUs are visible as there are ranks.
# Four GPUs: HONE=… tests/bench/ranks.sh 60 gemm_tile --size M=4096,N=4096,K=4096 --device NVIDIA
# Two cores: POCL_MAX_PTHREAD_COUNT=1 BIND=core COUNTS="1 2" HONE=… tests/bench/ranks.sh 20
# reduction_tree
set -euo pipefail
: "${HONE:?is the path of the program}"
usage="usage: ranks.sh SECONDS KERNEL [options of hone tune]"
seconds=${1:?$usage}
kernel=${2:?$usage}
shift 2
how=${HOW:-ranks}
ranks=$(cd "$(dirname "$0")/../../examples/cluster" && pwd)/mpi.sbatch
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HONE OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

search() {
    local count=$1 db=$2
    export CUDA_VISIBLE_DEVICES
    CUDA_VISIBLE_DEVICES=$(seq --separator=, 0 $((count - 1)))
    local ask=("$kernel" --time-limit "${seconds}s" --audit 0 --transfer off --quiet --db "$db" "${@:3}")
    if [[ $how == devices ]]; then
        "$HONE" tune "${ask[@]}" --all-devices
    else
        RANKS=$count BIND=${BIND:-none} "$ranks" "${ask[@]}"
    fi
}

printf '%5s %8s %8s %7s %11s %6s %12s %6s %12s %6s\n' \
    round devices at-work trials 'a minute' ratio 'all at work' ratio best ratio
for ((round = 1; round <= ${ROUNDS:-1}; round++)); do
    for count in ${COUNTS:-1 2 4}; do
        db=$folder/$round.$count.db
        if ! search "$count" "$db" "$@" >"$folder/log" 2>&1; then
            cat "$folder/log" >&2
            exit 1
        fi
        grep -e 'nothing to do' -e 'tuned apart' -e 'lost' "$folder/log" >&2 || true
        python3 - "$folder" "$round" "$count" "$seconds" <<'PYTHON'
import json
import pathlib
import sqlite3
import sys

folder, round, count, seconds = sys.argv[1:]
store = sqlite3.connect(f"{folder}/{round}.{count}.db")
runs = store.execute("""SELECT count(*), min(started), max(started) FROM trial
                        WHERE purpose = 'search' GROUP BY run_id""").fetchall()
trials = sum(run[0] for run in runs)
# From the last device's start to the first device's last trial.
begin, end = max(run[1] for run in runs), min(run[2] for run in runs)
within, = store.execute("""SELECT count(*) FROM trial
                           WHERE purpose = 'search' AND started >= ? AND started < ?""", (begin, end)).fetchone()
best, = store.execute("""SELECT min(median_ns) FROM trial JOIN finalist ON id = trial_id
                         WHERE rank = 1""").fetchone()
figures = {"whole": trials * 60 / float(seconds), "together": within * 60000 / max(end - begin, 1), "best": best}
first = pathlib.Path(f"{folder}/{round}.json")
if not first.exists():
    first.write_text(json.dumps(figures))
one = json.loads(first.read_text())
# Devices that wait for each other, such as those of one CPU, never all work at once.
together = figures["together"] / one["together"] if one["together"] else float("nan")
print(f"{round:>5} {count:>8} {len(runs):>8} {trials:>7} "
      f"{figures['whole']:>11.0f} {figures['whole'] / one['whole']:>6.2f} "
      f"{figures['together']:>12.0f} {together:>6.2f} "
      f"{best / 1000:>9.2f} µs {one['best'] / best:>6.3f}")
PYTHON
    done
done
