# SPDX-License-Identifier: MIT
# [device] Two tuners of one device notice each other. The second waits and names the holder;
# it continues when the first has ended in any way, and immediately with --no-lock.
source "$(dirname "$0")/check.bash"
trap 'kill "${first:-}" "${second:-}" 2>/dev/null; rm -rf "$folder"' EXIT
mkdir -p "$HOME"
export HONE_LOCKS=$folder/locks
short=(reduction_tree --size n=4096 --max-evals 2 --strategy random_sample --device 0)

"$HONE" tune reduction_tree --size n=65536 --time-limit 60s --device 0 --db "$folder/first.db" \
    >/dev/null 2>&1 &
first=$!
until [[ -s $(echo "$folder"/locks/hone-*.lock) ]]; do sleep 0.05; done

hone tune "${short[@]}" --db "$folder/shared.db" --no-lock
exits 0
[[ $err != *waiting* ]] || complain "should not wait"
says "stored in"

"$HONE" tune "${short[@]}" --db "$folder/second.db" >"$folder/out" 2>"$folder/err" &
second=$!
until [[ -s $folder/err ]]; do sleep 0.05; done
call="a second hone tune" code='' out='' err=$(<"$folder/err")
tells "hone: waiting for "
tells "pid $first (hone tune reduction_tree) since 20"
tells "--no-lock skips the wait"

# A waiting tuner can be interrupted.
"$HONE" check --db "$folder/shared.db" --device 0 >/dev/null 2>"$folder/third" &
third=$!
until [[ -s $folder/third ]]; do sleep 0.05; done
kill -INT "$third"
wait "$third"
code=$? call="hone check, interrupted while it waits"
exits 130
call="a second hone tune" code=''
kill -0 "$second" 2>/dev/null || complain "should wait"

kill -9 "$first"
wait "$second"
code=$? out=$(<"$folder/out") err=$(<"$folder/err") call="hone tune, when the first was killed"
exits 0
says "stored in"

# Tuning without a routine gets its full time after the wait; the lock names it without a routine.
rm "$folder/err" "$folder/third"
"$HONE" tune reduction_tree --size n=65536 --time-limit 60s --device 0 --db "$folder/first.db" \
    >/dev/null 2>&1 &
first=$!
until [[ $(cat "$folder"/locks/hone-*.lock) == *$first* ]]; do sleep 0.05; done
"$HONE" tune --time-limit 3s --precision f32 --device 0 --db "$folder/whole.db" \
    >"$folder/out" 2>"$folder/err" &
second=$!
until [[ -s $folder/err ]]; do sleep 0.05; done
sleep 3.2
kill -9 "$first"
until [[ $(<"$folder/err") == *"3.00 s at most"* ]]; do
    kill -0 "$second" || break
    sleep 0.05
done
"$HONE" check --db "$folder/shared.db" --device 0 >/dev/null 2>"$folder/third" &
third=$!
until [[ -s $folder/third ]]; do sleep 0.05; done
kill -INT "$third"
wait "$third" "$second"
call="hone tune, after a wait that was longer than its time" code='' out=$(<"$folder/out") err=$(<"$folder/err")
tells "variants without any"
[[ -s $folder/whole.html ]] || complain "should write a report that has the database's name"
call="hone check, beside hone tune" out='' err=$(<"$folder/third")
tells "pid $second (hone tune) since 20"

finish
