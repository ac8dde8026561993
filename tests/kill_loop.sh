#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# kill -9 at random moments of consecutive tunes into one database, for the given time. After each
# kill the database opens and is intact, every earlier trial is there, no worker is left, and the
# same command continues.
#   HONE=build/release/bin/hone [SEED=7] tests/kill_loop.sh [TIME]       such as 15s, 10m, 1h
source "$(dirname "$0")/cli/check.bash"
trap 'kill -9 "${tuner:-}" 2>/dev/null; rm -rf "$folder"' EXIT
mkdir -p "$HOME"
export HONE_LOCKS=$folder/locks
db=$folder/a.db
RANDOM=${SEED:-1}

time=${1:-15s}
declare -A seconds_in=([s]=1 [m]=60 [h]=3600)
duration=$((${time%[smh]} * ${seconds_in[${time: -1}]:?"is s, m or h"}))

trials() { [[ ! -s $db ]] || sqlite3 -cmd '.timeout 10000' "$db" 'SELECT id FROM trial ORDER BY id' 2>/dev/null; }
now_ms() { echo "$((${EPOCHREALTIME/./} / 1000))"; }

# A tune of its own problem. If a kill came before its end, the next start continues it.
size=1000
tune() {
    "$HONE" tune reduction_last --size n=$size --strategy brute_force --max-evals 24 --db "$db" \
        --where "WG >= 16 and UNROLL == 1 and V <= 2" --quiet >"$folder/out" 2>"$folder/err" &
    tuner=$!
}

kills=0 ended=0 longest=1000
until ((SECONDS >= duration)); do
    call="after $kills kills" code='' out='' err=''
    began=$(now_ms)
    tune
    delay=$(((RANDOM * 32768 + RANDOM) % longest))
    sleep "$((delay / 1000)).$(printf '%03d' $((delay % 1000)))"
    workers=$(cat "/proc/$tuner/task/$tuner/children" 2>/dev/null)
    before=$(trials)
    kill -9 "$tuner" 2>/dev/null
    wait "$tuner" 2>/dev/null
    code=$?
    if ((code != 137)); then
        err=$(<"$folder/err")
        exits 0
        ended=$((ended + 1)) size=$((size + 1))
        longest=$(($(now_ms) - began + 100))
    else
        kills=$((kills + 1)) longest=$((longest + 20))
    fi
    lost=$(comm -23 <(echo "$before") <(trials))
    [[ -z $lost ]] || complain "lost $lost"
    [[ ! -s $db ]] || [[ $(sqlite3 "$db" 'PRAGMA integrity_check') == ok ]] || complain "should be whole"
    for worker in $workers; do
        for ((wait = 0; wait < 100; wait++)); do
            [[ -e /proc/$worker ]] || break
            sleep 0.05
        done
        [[ ! -e /proc/$worker ]] || complain "left its worker $worker"
    done
    if ((kills % 10 == 0 || SECONDS >= duration)) && [[ -s $db ]]; then
        hone db check --db "$db"
        [[ $code == 0 || $err == *"is empty"* ]] || complain "should be sound"
        seen=1
    fi
    ((faults == 0)) || break
done

# The last tune ends without a kill.
call="the same command, after $kills kills" out=''
tune
wait "$tuner"
code=$? err=$(<"$folder/err")
exits 0
hone db check --db "$db"
exits 0
echo "$kills kills, $ended tunes between them ended by themselves, $(trials | wc -l) trials kept"
finish
