# SPDX-License-Identifier: MIT
# kill -9 at random moments, of the program, of its worker, of both. Every committed trial is there,
# the database is intact, no worker is left behind, and the next start ends with the configs of an
# undisturbed run. By hand with more rounds: HONE=… ROUNDS=50 SEED=7 bash tests/cli/kill.sh
source "$(dirname "$0")/check.bash"
mkdir -p "$HOME"
RANDOM=${SEED:-1}
command=(tune reduction_last --size n=4096 --strategy brute_force --max-evals 99
    --where "WG <= 16 and UNROLL == 1 and V <= 2 and PER_UNIT == 1")

now() { echo "${EPOCHREALTIME/./}"; }  # in microseconds
# Every trial of a database, a line each; and the configs among them.
trials() { [[ ! -e $1 ]] || "$HONE" db export --as csv --db "$1" | grep -F '""WG""'; }
configs() { trials "$1" | grep -o '{""WG""[^}]*}' | sort -u; }
# Whether a process exists and is not a zombie.
lives() { [[ -n $1 && -e /proc/$1 ]] && ! grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null; }

# Twice, because the driver's cache is empty the first time.
for undisturbed in first second; do
    begin=$(now)
    hone "${command[@]}" --db "$folder/$undisturbed.db"
    exits 0
    length=$(($(now) - begin))
done
wanted=$(configs "$folder/second.db")
[[ $(wc -l <<<"$wanted") -ge 5 ]] || complain "should try some configs"

# Starts the program and waits for a random moment of its run. If the run ended before, later
# moments are not drawn any more.
start_and_wait() {
    rm -f "$db"*
    "$HONE" "${command[@]}" --db "$db" >"$folder/out" 2>&1 &
    program=$!
    delay=$(((RANDOM * 32768 + RANDOM) % length))
    sleep "$((delay / 1000000)).$(printf '%06d' $((delay % 1000000)))"
    lives "$program" || length=$delay
}

for ((round = 1; round <= ${ROUNDS:-3}; round++)); do
    victims=(program worker both)
    victim=${victims[round % 3]}
    db=$folder/$round.db
    program=
    until lives "$program"; do start_and_wait; done
    before=$(trials "$db" 2>/dev/null)
    worker=$(cat /proc/"$program"/task/*/children 2>/dev/null)
    worker=${worker%% *}
    call="round $round: ${victim} killed after $((delay / 1000)) of $((length / 1000)) ms"
    [[ $victim == worker ]] || kill -9 "$program" 2>/dev/null
    [[ $victim == program || -z $worker ]] || kill -9 "$worker" 2>/dev/null
    wait "$program" 2>/dev/null
    code=$?
    out=$(<"$folder/out")
    err=
    if [[ $victim == worker ]]; then exits 0; fi
    for ((wait = 0; wait < 100; wait++)); do
        lives "$worker" || break
        sleep 0.05
    done
    ! lives "$worker" || complain "its worker $worker is still there"

    kept=$(trials "$db")
    lost=$(grep -vxFf <(printf '%s\n' "$kept") <<<"$before")
    [[ -z $lost ]] || complain "lost $lost"
    count=$(configs "$db" | wc -l)
    echo "$call: ${worker:+worker was there, }$count configs kept"
    if [[ -e $db ]]; then
        hone db check --db "$db"
        exits 0
    fi
    hone "${command[@]}" --db "$db" --json
    exits 0
    says "\"known\": $count,"
    call="$call; in round $round, $victim killed"
    [[ $(configs "$db") == "$wanted" ]] || complain "should try the same configs"
    # A kill from outside is not blamed on a config.
    out=$(trials "$db" | grep -vF ',ok,'
        HONE_DB=$db told "SELECT config, problem, message FROM size_check WHERE outcome <> 'ok'")
    [[ -z $out ]] || complain "should have found all of them right"
    hone db check --db "$db"
    exits 0
done

finish
