#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Eight programs tune into one database, each its shard of one space, while applications start,
# query and exit. Every reported trial is stored, every config that an application got was tuned,
# and the database is intact.
#   HONE=build/release/bin/hone READER=build/release/bin/together_reader tests/together.sh [APPLICATIONS [EVALS]]
source "$(dirname "$0")/cli/check.bash"
: "${READER:?is the path of tests/together/reader.c, built}"
trap 'touch "$folder/stop"; wait; rm -rf "$folder"' EXIT
mkdir -p "$HOME"
cd "$folder" || exit 1
db=$folder/a.db

applications=() tuners=()
for ((i = 0; i < ${1:-10}; i++)); do
    "$READER" "$db" "$folder/stop" reduction n 4096 >"$folder/told.$i" 2>"$folder/torn.$i" &
    applications+=($!)
done
began=$SECONDS
for group in 16 32 64 128; do
    for vector in 1 2; do
        part=$group.$vector
        "$HONE" tune reduction_last --size n=4096 --strategy brute_force --max-evals "${2:-2}" --no-lock \
            --where "WG == $group and UNROLL == 1 and V == $vector" --db "$db" --json \
            >"$folder/answer.$part" 2>"$folder/messages.$part" &
        tuners+=($!)
    done
done

call="8 tuners, ${#applications[@]} applications" code=0 out='' err='' failed=''
for tuner in "${tuners[@]}"; do
    wait "$tuner" || failed=$?
done
took=$((SECONDS - began))
[[ -z $failed ]] || complain "should each end with 0, not $failed: $(cat messages.*
    sqlite3 "$db" "SELECT config, outcome, message FROM trial WHERE outcome <> 'ok'")"
touch stop
for application in "${applications[@]}"; do
    wait "$application" || complain "should never read what was not stored: $(cat torn.* | sort | uniq -c)"
done

# All trials that a tuner reports are stored; the ones still in flight are not.
promised=0
for answer in answer.*; do
    run=$(grep -o '"run": "[0-9a-f]*"' "$answer" | cut -d'"' -f4)
    tried=$(grep -o '"tried": [0-9]*' "$answer" | cut -d' ' -f2)
    kept=$(sqlite3 "$db" "SELECT count(DISTINCT config) FROM trial WHERE run_id = '$run'")
    [[ $tried -gt 0 && $kept -ge $tried ]] || complain "$answer: tried $tried, $kept are there"
    promised=$((promised + tried))
done
[[ $(sqlite3 "$db" "SELECT count(*) FROM run WHERE state = 'finished'") == 8 ]] \
    || complain "should have 8 finished runs"
hone db check --db "$db"
exits 0

# The configs that applications got are those that were tuned, as the command line prints them.
sqlite3 "$db" "SELECT DISTINCT (SELECT group_concat(key || '=' || value, ' ') FROM json_each(config))
               FROM trial WHERE outcome = 'ok'" | sort >tuned
grep -h '^config ' told.* | cut -d' ' -f2- | sort -u >told
call="the applications" out=$(comm -13 tuned told) err=''
[[ -z $out ]] || complain "should be told nothing else"
[[ -s told ]] || complain "should be told something"
awk -v took="$took" -v promised="$promised" '/^asked/ { asked += $2; answered += $4; torn += $6
         if ($8 > longest) longest = $8 }
     END { printf "%d trials by 8 tuners in %d s; %d questions, %d answers, %d torn, the longest %.1f ms\n",
           promised, took, asked, answered, torn, longest }' told.*

finish
