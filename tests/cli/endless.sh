# SPDX-License-Identifier: MIT
# [device] Each command that opens a database for writing, on a database whose pages refer to each
# other: it ends, and one line gives the reason.
# shellcheck disable=SC2317  # what a table calls
source "$(dirname "$0")/check.bash"
on_one_core
here=$(cd "$(dirname "$0")" && pwd)
cd "$folder" || exit 1
export HONE_DEVICE=0
unset HONE_DB HONE_BUILD_OPTIONS

cp "$here"/../fault_icd/add.* .
for n in 1000 3000; do
    hone tune add.toml --size n=$n --strategy brute_force --db good.db --quiet
    exits 0
done
hone cover add --db good.db
exits 0
hone db export --db good.db -o results.json
exits 0
hone tune add.toml --size n=500 --strategy brute_force --db other.db --quiet
exits 0
run=$(sqlite3 good.db 'SELECT id FROM run LIMIT 1')

tunes() { hone tune add.toml --size n=2000 --strategy brute_force --db a.db --quiet; }
continues() { hone tune add.toml --size n=1000 --strategy brute_force --db a.db --quiet; }
checks() { hone check add --db a.db --quiet; }
regrets() { hone regret add.toml --count 2 --time-limit 2s --db a.db --quiet; }
covers() { hone cover add --db a.db; }
ladders() { hone ladder reduction --size n=1000 --precision f32 --db a.db --quiet; }
probes() { hone probe launch_latency --db a.db --quiet; }
merges() { hone db merge --db a.db other.db; }
imports() { hone db import results.json --db a.db; }
adds() { hone db add add.toml --db a.db; }
collects() { hone db gc --keep-best --db a.db; }
forgets() { hone db forget "$run" --db a.db; }
shares() { rm -f shared.db* && hone db export --db a.db --share shared.db --unsigned --own-kernels; }
writing=(tunes continues checks regrets covers ladders probes merges imports adds collects forgets shares)

# Each trial's fields, read without an index. Trials in the endless table itself cannot be listed.
trials() { sqlite3 "$1" 'SELECT * FROM trial NOT INDEXED ORDER BY id'; }
(($(trials good.db | wc -l) > 10)) || complain "should store trials"
keeps_trials() {
    [[ $name != trial && $1 != collects && $1 != forgets ]] || return
    ((++compared))
    [[ -z $(comm -23 <(trials good.db | sort) <(trials a.db | sort)) ]] || complain "should keep each trial"
}

# A command that continues with the rest reports that too.
declare -A refused=()
ends() {
    local command=$1 before=$SECONDS
    $command
    ((SECONDS - before < 120)) || complain "should end"
    exits 0 1 2 3
    [[ $code != 3 ]] || refused[$command]=yes
    [[ $code != 3 || $err == *"a.db"*"takes too long to read"* || $err == *"a.db"*"is damaged"* ]] \
        || complain "should say why"
    keeps_trials "$command"
    [[ $code != 3 || $(grep -c 'takes too long\|is damaged' <<<"$err") == 1 ]] || complain "should say it once"
}

# All commands work on a good database.
for command in "${writing[@]}"; do
    cp good.db a.db
    $command
    exits 0 1
    rm -f a.db*
done
compared=0
endless=()
mapfile -t names < <(sqlite3 good.db "SELECT name FROM sqlite_schema WHERE rootpage > 0 ORDER BY name")
nth=0
for name in "${names[@]}"; do
    cp good.db a.db
    python3 "$here/endless.py" a.db "$name" || continue
    endless+=("$name")
    cp a.db endless.db
    chosen=("${writing[nth++ % ${#writing[@]}]}")
    [[ $name != trial && $name != run ]] || chosen=("${writing[@]}")
    for command in "${chosen[@]}"; do
        rm -f a.db*
        cp endless.db a.db
        ends "$command"
    done
done
echo "${#endless[@]} endless tables and indexes; ${#refused[@]} of ${#writing[@]} commands were told: ${!refused[*]}; $compared times no trial was lost"
finish
