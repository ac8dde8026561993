# SPDX-License-Identifier: MIT
# Shared functions of this folder's scripts: run $HONE, check its answer, report faults.
set -uo pipefail
[[ -x ${HONE:?is the path of the program} ]] || { echo "FAILED: no program at $HONE"; exit 1; }
export NO_COLOR=1
faults=0
code=0 seen=1  # whether a check has looked at the last answer
folder=$(mktemp -d)  # of the script alone; one that has more to clean up sets a trap of its own
trap 'rm -rf "$folder"' EXIT

# Runs the program; leaves its answer in $out, its messages in $err and its exit code in $code.
hone() {
    local messages
    expect_seen
    messages=$(mktemp)
    out=$("$HONE" "$@" 2>"$messages")
    code=$?
    err=$(<"$messages")
    rm -f "$messages"
    call="hone $*"
    seen=0
}
# A call that no check looks at may say no, but neither crash nor say that it has a bug.
expect_seen() { ((seen || code <= 3)) || complain "should end with an exit code of its own"; }

complain() {
    seen=1
    printf 'FAILED: %s: %s\n' "$call" "$1"
    printf '  exit %s\n  stdout: %s\n  stderr: %s\n' "$code" "$out" "$err"
    faults=$((faults + 1))
}

# exits CODE…: with one of these.
exits() {
    seen=1
    [[ " $* " == *" $code "* ]] || complain "should exit $*"
}
says() { seen=1; [[ $out == *"$1"* ]] || complain "should answer '$1'"; }
tells() { seen=1; [[ $err == *"$1"* ]] || complain "should tell '$1'"; }
is_silent() { seen=1; [[ -z $err ]] || complain "should tell nothing"; }
is() { seen=1; [[ $1 == "$2" ]] || complain "should be '$2', not '$1'"; }
# told QUESTION: what the database says; where it cannot be asked, words that no check expects.
told() { sqlite3 "$HONE_DB" "$1" || echo "no answer to: $1"; }
# refused WORDS ARGUMENT…: hone fails with this message, a usage exit code and no answer.
refused() {
    local said=$1
    shift
    hone "$@"
    exits 2
    tells "$said"
    is "$out" ""
}
# on_one_core: this script and what it starts run on one core from here on. A launch then wakes up no
# other core, and nothing is built ahead, so a search takes less than half of the time.
on_one_core() {
    local ranges range core cores=()
    IFS=, read -ra ranges <<<"$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/$$/status)"
    for range in "${ranges[@]}"; do
        for ((core = ${range%-*}; core <= ${range#*-}; ++core)); do cores+=("$core"); done
    done
    taskset -cp "${cores[RANDOM % ${#cores[@]}]}" $$ >/dev/null 2>&1
}
# t4 TIMES: a file of results in T4, with one config of these times and one that takes 9 ms.
t4() {
    printf '{"schema_version": "1.0.0", "results": [
{"configuration": {"A": 1}, "times": {"runtimes": [%s]}, "invalidity": "correct"},
{"configuration": {"A": 2}, "times": {"runtimes": [9, 9, 9, 9, 9, 9]}, "invalidity": "correct"}]}' "$1"
}

finish() {
    expect_seen
    exit "$((faults > 0))"
}
