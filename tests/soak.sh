#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# All faults at random, in one run into one database: driver faults (each line of
# fault_icd/faults.txt), kill -9 of the program and of its worker, a full disk, another program that
# locks the database. An application queries it all the time. After each fault nothing is lost, the
# database is intact, and the program has ended by itself or was killed.
#   HONE=… LAYER=build/release/tests/scratch/libhone_fault_layer.so READER=build/release/bin/together_reader \
#       [SEED=7] tests/soak.sh [TIME]        such as 60s, 30m, 8h
# shellcheck disable=SC2317  # what a trap or a table calls
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# A small disk, if the system allows mounting one.
if [[ -z ${SOAK_DISK:-} ]] && unshare -rm true 2>/dev/null; then
    SOAK_DISK=yes exec unshare -rm bash "${BASH_SOURCE[0]}" "$@"
fi
source "$here/cli/check.bash"
: "${LAYER:?is the path of the layer that fails}" "${READER:?is the path of tests/together/reader.c, built}"
finished() {
    touch "$folder/stop"
    kill -9 "${tuner:-}" 2>/dev/null
    wait
    if [[ -n ${SOAK_DISK:-} ]]; then umount "$folder/disk"; fi
    rm -rf "$folder"
}
trap finished EXIT
mkdir -p "$HOME" "$folder/disk"
if [[ -n ${SOAK_DISK:-} ]]; then mount -t tmpfs -o size=64m tmpfs "$folder/disk"; fi
export HONE_LOCKS=$folder/locks HONE_TEST_FAULTS_STATE=$folder/state
db=$folder/disk/a.db
RANDOM=${SEED:-1}

time=${1:-60s}
declare -A seconds_in=([s]=1 [m]=60 [h]=3600)
duration=$((${time%[smh]} * ${seconds_in[${time: -1}]:?"is s, m or h"}))

mapfile -t lines < <(grep '^[^#]' "$here/fault_icd/faults.txt")
query() { sqlite3 -cmd '.timeout 20000' "$db" "$1"; }
trials() { [[ ! -s $db ]] || query 'SELECT id FROM trial ORDER BY id' 2>/dev/null; }
# Another kernel text each time: quarantine of a killed worker's config does not apply to another
# kernel.
new_kernel() {
    cp "$here"/fault_icd/add.* "$folder"
    echo "// $1" >>"$folder/add.cl"
}
# Foreign data: a database, and its results as JSON.
new_kernel elsewhere
hone tune "$folder/add.toml" --size n=777 --strategy brute_force --db "$folder/other.db" --quiet
exits 0
hone db export --db "$folder/other.db" -o "$folder/results.json"
exits 0
random() { echo $((RANDOM % $1)); }
pause() { sleep "$(($1 / 1000)).$(printf '%03d' $(($1 % 1000)))"; }

# The disturbances of a running tuner.
left_alone() { :; }
killed() {
    pause "$(random 1000)"
    before=$(trials)
    kill -9 "$tuner" 2>/dev/null
}
worker_killed() {
    pause "$(random 1000)"
    kill -9 "$(cut -d' ' -f1 "/proc/$tuner/task/$tuner/children" 2>/dev/null)" 2>/dev/null
}
disk_full() {
    pause "$(random 500)"
    local free
    free=$(df --output=avail -k "$folder/disk" | tail -1)
    head -c "$((free - $(random 200)))k" /dev/zero >"$folder/disk/filler" 2>/dev/null
    pause "$(random 2000)"
    [[ $(random 2) == 0 ]] || wait "$guard"
    rm -f "$folder/disk/filler"
}
locked() {
    [[ -s $db ]] || return
    { echo '.timeout 20000'; echo 'BEGIN IMMEDIATE;'; pause "$(random 3000)"; echo 'COMMIT;'; } \
        | sqlite3 "$db" 2>/dev/null
}
disturbances=(left_alone left_alone killed worker_killed locked)
if [[ -n ${SOAK_DISK:-} ]]; then disturbances+=(disk_full); fi

# The commands that use the same database while the tuner runs.
merges() { "$HONE" db merge --db "$db" "$folder/other.db"; }
imports() { "$HONE" db import "$folder/results.json" --db "$db"; }
exports() { "$HONE" db export --db "$db" -o "$folder/export.json"; }
shares() { "$HONE" db export --db "$db" --share "$folder/shared.db" --own-kernels; }
reports() { "$HONE" report "$db" -o "$folder/report.html"; }
asks() { "$HONE" export add --trust-databases --as json --size "n=$((1000 + $(random 1000)))" --db "$db"; }
lists() { "$HONE" best --db "$db" && "$HONE" show --db "$db"; }
checks() { "$HONE" db check --db "$db"; }
beside=(merges imports exports shares reports asks lists checks)
# A command may end, be killed, refuse or find too little, but may not report an internal error.
run_beside() {
    pause "$(random 500)"
    if [[ $(random 3) == 0 ]]; then
        $1 &
        local running=$!
        pause "$(random 700)"
        kill -9 "$(cut -d' ' -f1 "/proc/$running/task/$running/children" 2>/dev/null)" 2>/dev/null
        wait "$running"
        return 0
    fi
    $1
}

"$READER" "$db" "$folder/stop" add n 1000 >"$folder/told" 2>"$folder/torn" &
application=$!
declare -A count=() ends=()
kept='' rounds=0 began=$SECONDS
while ((SECONDS - began < duration)); do
    rounds=$((rounds + 1))
    line=${lines[$(random ${#lines[@]})]}
    IFS='|' read -r name faults_of_driver _ <<<"$line"
    disturbance=${disturbances[$(random ${#disturbances[@]})]}
    call="round $rounds: ${name%"${name##*[! ]}"}, ${disturbance/_/ }" code='' out='' err=''
    count[$disturbance]=$((${count[$disturbance]:-0} + 1))
    rm -rf "$HONE_TEST_FAULTS_STATE"
    mkdir "$HONE_TEST_FAULTS_STATE"
    before=$kept
    new_kernel "$rounds"
    OPENCL_LAYERS=$LAYER HONE_TEST_FAULTS=$faults_of_driver timeout -s ABRT 120 "$HONE" tune \
        "$folder/add.toml" --size n=$((1000 + rounds)) --strategy brute_force --timeout 2s \
        --build-timeout 2s --db "$db" >"$folder/out" 2>"$folder/err" &
    guard=$!
    other=${beside[$(random ${#beside[@]})]}
    count[$other]=$((${count[$other]:-0} + 1))
    (run_beside "$other") >"$folder/other_out" 2>"$folder/other_err" &
    neighbor=$!
    sleep 0.02
    tuner=$(cut -d' ' -f1 "/proc/$guard/task/$guard/children" 2>/dev/null)
    $disturbance
    wait "$guard" 2>/dev/null
    code=$? err=$(<"$folder/err")
    ends[$code]=$((${ends[$code]:-0} + 1))
    [[ $code == [0-3] || ($code == 137 && $disturbance == killed) ]] \
        || complain "should end with 0 to 3"
    [[ $code == 0 || $code == 137 || -n $err ]] || complain "should say why"

    wait "$neighbor" 2>/dev/null
    code=$? err=$(<"$folder/other_err")
    # A run without trials cannot be shared, and the kernel is unknown before the first run is
    # stored.
    [[ $code == [013] || ($code == 2 && $err == *"has nothing to share"*) \
        || ($code == 2 && $rounds == 1 && $err == *"unknown routine, kernel or file 'add'"*) ]] \
        || complain "$other beside it should end with 0, 1 or 3"
    rm -f "$folder"/shared.db* "$folder/export.json"

    kept=$(trials)
    lost=$(comm -23 <(echo "$before") <(echo "$kept"))
    [[ -z $lost ]] || complain "lost $lost"
    if [[ -s $db ]]; then
        [[ $(query 'PRAGMA integrity_check') == ok ]] || complain "should be whole"
        wrong=$(query "SELECT count(*) FROM finalist JOIN trial ON id = trial_id WHERE outcome <> 'ok'")
        [[ $wrong == 0 ]] || complain "should choose nothing that failed"
    fi
    if ((rounds % 20 == 0)); then
        hone db check --db "$db"
        exits 0
    fi
    ((faults == 0)) || break
done

touch "$folder/stop"
call="the application" code='' out='' err=$(sort "$folder/torn" | uniq -c)
wait "$application" || complain "should never be told what was not stored"
new_kernel undisturbed
hone tune "$folder/add.toml" --size n=1000 --strategy brute_force --db "$db"
exits 0
hone db check --db "$db"
exits 0
printf '%d rounds in %d s:' "$rounds" $((SECONDS - began))
for disturbance in "${!count[@]}"; do printf ' %d %s,' "${count[$disturbance]}" "${disturbance/_/ }"; done
printf ' ended with'
for code in "${!ends[@]}"; do printf ' %d (%d times)' "$code" "${ends[$code]}"; done
printf '; %d trials kept, none lost; the application %s\n' "$(trials | wc -l)" "$(tail -1 "$folder/told")"
finish
