# SPDX-License-Identifier: MIT
# `hone tune --command`: programs with a known best: by a figure, by their time, with configs that
# fail, hang and flood. No shell is involved; the same command can be repeated; and the result is
# exported as variables.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/commands.db
cd "$folder" || exit 1

# program NAME: makes an executable from stdin.
program() {
    { echo '#!/bin/bash'; cat; } >"$1"
    chmod +x "$1"
}
tune() { hone tune --quiet "$@"; }
field() { python3 -c "import json,sys; print(json.loads(sys.argv[1])$2)" "$1"; }

# A needle among 60 configs, by a figure to maximize; every config is counted.
program needle <<'PROGRAM'
echo run >>runs
[[ "$1 $2 $3" == "64 4 fast" ]] && echo "Speed: 900.5 MB/s" && exit
echo "warming up, Speed: 5000"
echo "Speed: $((100 + $1 / 8 + $2)).25 MB/s"
PROGRAM
needle=(--command './needle {WG} {N} {MODE}' --parameters 'WG=[16,32,48,64,80] N=[1,2,3,4] MODE=[slow,fast,"exact"]'
    --read 'Speed: ([0-9.]+)' --higher --strategy brute_force)
tune "${needle[@]}"
exits 0
says "needle on "
says "tried 60 of 60 candidates (60 ok)"
says "best: needle  WG=64 N=4 MODE=fast"
says "900.5 ±"
[[ $out != *CLBlast* ]] || complain "should not compare with CLBlast"
is "$(told "SELECT DISTINCT checked_with FROM trial")" "exit status"
ran=$(wc -l <runs)

# The same command again runs only the finalists, and gives the same result.
tune "${needle[@]}"
exits 0
says "60 of them in earlier runs"
says "WG=64 N=4 MODE=fast"
[[ $(($(wc -l <runs) - ran)) -lt $((ran / 2)) ]] || complain "should not run all again"

# With a target, the search ends once it has reached that share of the optimum, which is 1000. If no
# parameter matters, the model learns nothing, so the search must not end after a few trials.
program bowl <<'PROGRAM'
echo "Speed: $((100000 / (100 + ($1 - 23) * ($1 - 23) + 2 * ($2 - 7) * ($2 - 7) + 30 * $3)))"
PROGRAM
tune --command './bowl {X} {Y} {Z}' --read 'Speed: ([0-9.]+)' --higher --target 95% --max-evals 250 \
    --parameters "X=[$(seq -s, 1 30)] Y=[$(seq -s, 1 12)] Z=[0,1]"
exits 0
says "search ended: most likely 95 % of the optimum is reached"
hone best bowl --json
(($(field "$out" "[0]['figure']" | cut -d. -f1) >= 949)) || complain "should have reached 95 %"
program flat <<<'echo "Speed: 100"'
tune --command './flat {X} {Y}' --read 'Speed: ([0-9.]+)' --higher \
    --parameters "X=[$(seq -s, 1 10)] Y=[$(seq -s, 1 10)]" --json
exits 0
(($(field "$out" "[0]['kernels'][0]['tried']") >= 90)) || complain "should not be sure after a few of equals"

# By its name, without the command line; and as shell variables.
tune needle --max-evals 1
exits 0
says "best: needle"
hone best needle --as env
exits 0
is "$out" "WG='64'
N='4'
MODE='fast'"
( eval "$out" && [[ $WG$N$MODE == 644fast ]] ) || complain "should be read by a shell"
hone best needle
says "900.5 ±"
says "(the higher is better)"
hone best needle --json
is "$(field "$out" "[0]['figure']" | cut -c1-7)" 900.499
hone show
says needle
run=$(field "$("$HONE" show --json)" "[0]['run']")
hone show "$run" --trials 2
exits 0
says "hone tune"
says "higher figure"
hone why needle WG=64,N=4,MODE=fast --run
exits 0
says "WG=64 N=4 MODE=fast"
hone check needle
exits 0
says "900.5"
hone report -o report.html
tells "0 runs"
hone db check
exits 0

# A value may choose the program: a missing program is a failed config.
program tool_b <<'PROGRAM'
echo "Speed: 3"
PROGRAM
tune --command './tool_{T}' --name tools --parameters 'T=[a,b]' --read 'Speed: ([0-9]+)'
exits 0
says "(1 ok, 1 failed to launch)"
says "what failed, such as: "
says "best: tools  T=b"

# A figure to minimize, in a constrained space, by every strategy's default; excluded configs never
# run.
program lower <<'PROGRAM'
[[ $A -gt $B ]] && echo "forbidden" >>forbidden
echo "took $(((A - 5) * (A - 5) + (B - 7) * (B - 7) + 3)) units"
PROGRAM
tune --command ./lower --parameters 'A=[1,2,3,4,5,6,7,8] B=[1,2,3,4,5,6,7,8]' --constraint 'A <= B' \
    --read 'took ([0-9]+) units' --max-evals 36
exits 0
says "of 36 candidates"
says "best: lower  A=5 B=7"
says " 3 ±"
[[ ! -e forbidden ]] || complain "should not run what a constraint forbids"

# The program's own time, on the host's clock.
program sleeper <<'PROGRAM'
sleep "$1"
PROGRAM
tune --command './sleeper {T}' --parameters 'T=[0.25,0.02,0.4]'
exits 0
says "best: sleeper  T=0.02"
hone best sleeper
says "timed by the host's clock"
python3 - "$("$HONE" best sleeper --json)" <<'PYTHON' || complain "should take 20 ms and what a process takes"
import json, sys
best = json.loads(sys.argv[1])[0]
assert 20e6 < best["time"]["median_ns"] < 150e6, best
PYTHON

# A config that fails, one that hangs with a child, one that floods, one that prints no figure, one
# that prints no number, one that leaves a process running: each costs one trial.
program wild <<'PROGRAM'
case $1 in
    fail) echo "first"; echo "no such width" >&2; exit 3 ;;
    crash) kill -SEGV $$ ;;
    hang) sleep 1000 & echo "$!" >hung; wait ;;
    flood) while :; do printf '%065536d' 0; done ;;
    silent) echo "nothing to say" ;;
    words) echo "Speed: 1.2.3" ;;
    zero) echo "Speed: 0" ;;
    leave) sleep 1000 & echo "$!" >left; echo "Speed: 20" ;;
    good) echo "Speed: 30" ;;
esac
PROGRAM
tune --command './wild {CASE}' --parameters 'CASE=[fail,crash,hang,flood,silent,words,zero,leave,good]' \
    --read 'Speed: ([0-9.]+)' --higher --timeout 2s
exits 0
says "best: wild  CASE=good"
says "2 ok"
run=$(field "$("$HONE" show --json)" "[0]['run']")
hone show "$run" --failed 9
says "exited with 3: no such width"
says "was killed by signal 11 (Segmentation fault)"
says "no answer in 2 s"
says "printed more than 16 MiB"
says "no line of its output matches 'Speed: ([0-9.]+)': nothing to say"
says "'1.2.3' is not a figure: a number is needed"
says "'0' is not a figure"
# ended PROCESS: succeeds if it has ended, also as a zombie (Z), within two seconds.
ended() {
    for _ in {1..20}; do
        grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}
for file in hung left; do
    ended "$(<$file)" || complain "should end what was $file: $(head -7 "/proc/$(<$file)/status")"
done

# If all fail alike, the run ends with the reason.
tune --command 'bash -c "echo broken; exit 7"' --name broken --parameters "N=[$(seq -s, 1 40)]"
exits 1
says "ended early: the first 10 configs failed alike: exited with 7: broken"
says "tried 10 of 40"
# Too few configs for an early end.
tune --command 'bash -c "echo broken; exit 8"' --name few --parameters 'N=[1,2]'
exits 1
says "exited with 8: broken"

# No shell: any value stays within its word.
program words <<'PROGRAM'
printf '<%s>' "$@" >"seen"
echo "Speed: 1"
PROGRAM
tune --command "./words -x={V} 'two words' \"a\\\"b\" \\\$HOME '' {V}{V}" --parameters 'V=["a;touch>broken_in|"]' \
    --read 'Speed: (\d)'
exits 0
is "$(<seen)" "<-x=a;touch>broken_in|><two words><a\"b><\$HOME><><a;touch>broken_in|a;touch>broken_in|>"
tune --command "sh -c 'echo \"Speed: 1 \$V\" >inside'" --name shell --parameters 'V=["$(touch>broken_in)"]'
exits 0
is "$(<inside)" 'Speed: 1 $(touch>broken_in)'
[[ ! -e broken_in ]] || complain "should not run a value"

# As a space file, with all of its features.
cat >filed.toml <<'SPACE'
parameters  = { WG = [1, 2, 3], N = [1, 2] }
constraints = { "a pair" = "WG >= N" }
command     = { run = "./needle {WG} {N} slow", read = 'Speed: ([0-9.]+)', higher = true }
SPACE
tune filed.toml
exits 0
says "of 5 candidates"
mkdir -p other
cp filed.toml other/
cp needle other/
(cd other && "$HONE" tune filed.toml --quiet >/dev/null) || complain "should tune beside"
hone tune filed
exits 2
tells "'filed' is the name of $folder/filed.toml and of $folder/other/filed.toml"
rm other/filed.toml
tune filed
exits 0
says "earlier runs"

# Usage errors.
refused "--command: '|' means something to a shell" tune --command 'a | b' --parameters 'N=[1]'
refused "--command: a ' without its end" tune --command "a 'b" --parameters 'N=[1]'
refused "the command names {WX}, which is not a parameter; did you mean WG?" tune --command 'a {WX}' --parameters 'WG=[1]'
refused "--parameters: cannot read 'WG=1'" tune --command a --parameters 'WG=1'
refused "--parameters: cannot read ''" tune --command a
refused "'N' has a value that cannot be a macro" tune --command a --parameters 'N=["a b"]'
refused "'[' is not a regular expression" tune --command a --parameters 'N=[1]' --read '['
refused "needs one group in parentheses" tune --command a --parameters 'N=[1]' --read 'x'
refused "'higher' needs 'read'" tune --command a --parameters 'N=[1]' --higher
refused "--read needs --command" tune gemm --read '(x)'
refused "leave out the kernel" tune gemm --command a --parameters 'N=[1]'
refused "'needle' is a command, which has no sizes" regret needle
refused "'needle' is a command" export needle --as env
refused "unknown routine, kernel or file 'neddle'; did you mean needle?" tune neddle
hone tune --command './nothing {N}' --parameters 'N=[1]'
exits 3
tells "cannot run './nothing'"

# Forgotten.
hone db forget needle
exits 0
hone best needle
exits 1
hone db check
exits 0
finish
