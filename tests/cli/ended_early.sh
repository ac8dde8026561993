# SPDX-License-Identifier: MIT
# A killed search: its results are listed, returned to applications and called by name before
# anything is written again.
source "$(dirname "$0")/check.bash"
mkdir -p "$HOME"
export HONE_DB=$folder/a.db

"$HONE" tune reduction_last --size n=4096 --strategy random_sample --max-evals 500 >"$folder/log" 2>&1 &
program=$!
trials() { sqlite3 "$HONE_DB" "SELECT count(*) FROM trial WHERE outcome = 'ok'" 2>"$folder/none" || echo 0; }
until [[ $(trials) -ge 3 ]]; do sleep 0.1; done

hone show
exits 0
says running
kill -9 "$program"
wait "$program" 2>"$folder/none"

hone show
exits 0
says "ended early"
hone best
exits 0
says reduction_last
tells "1 of 1 results are of searches that ended early"
hone report --as markdown
exits 0
says "ended early"

# Applications get the best so far, which the killed search could not store for them.
best=$(told "SELECT config FROM best")
is "$(told "SELECT count(*) FROM tuned")" 0
hone export reduction --as json
exits 0
call="the config of the export"
for part in $(sed 's/[{}"]//g; s/,/ /g' <<<"$best"); do
    value=${part#*:}
    [[ $out == *"\"${part%%:*}\": ${value}"* || $out == *"\"${part%%:*}\": \"${value}\""* ]] ||
        complain "should have $part"
done

hone tune reduction_last --size n=4096 --strategy random_sample --max-evals 1
exits 0
hone best
is_silent

# A closed terminal ends a search as Ctrl-C does; under nohup the search continues.
search() {
    "$@" "$HONE" tune reduction_last --size n=4096 --strategy random_sample --max-evals 500 --fresh >"$folder/log" 2>&1 &
    program=$!
    local before
    before=$(trials)
    until [[ $(trials) -ge $((before + 3)) ]]; do sleep 0.1; done
    kill -HUP "$program"
}
state_of_last() { told "SELECT state FROM run ORDER BY started DESC LIMIT 1"; }
search env
wait "$program" 2>"$folder/none"
code=$? call="hone tune, whose terminal is closed" out=$(<"$folder/log") err=$out
exits 130
says "best: reduction_last"
is "$(state_of_last)" interrupted
search nohup
before=$(trials)
until [[ $(trials) -ge $((before + 3)) ]]; do
    kill -0 "$program" 2>"$folder/none" || break
    sleep 0.1
done
is "$(state_of_last)" running
kill -TERM "$program"
wait "$program" 2>"$folder/none"
code=$? call="hone tune under nohup, then told to end"
exits 130
finish
