# SPDX-License-Identifier: MIT
# [device] `hone tune` without a routine, as for a new device: within its time it tunes both
# routines, ends with a table and a report, continues when it is run again, and keeps everything
# when it is stopped.
source "$(dirname "$0")/check.bash"
export HONE_DB=$folder/hone.db
unset HONE_DEVICE HONE_BUILD_OPTIONS

count() { told "SELECT count(*) FROM $1"; }
# sizes ROUTINE PRECISION: the number in the last answer's table.
sizes() { awk -v r="$1" -v p="$2" '$1 == r && $2 == p { print $3 }' <<<"$out"; }
# gain ROUTINE PRECISION: over its defaults.
gain() { grep -oE "^$1 +$2 .*" <<<"$out" | grep -oE '[0-9.]+ times' | head -n 1; }

# Before anything is measured: the plan, and options that need one routine.
hone tune --dry-run
exits 0
says "gemm in f32"
says "reduction in f32"
says "30 min 00 s at most"
[[ ! -e $HONE_DB ]] || complain "should make no database"
refused "--size is for one routine" tune --size n=512
refused "--sizes is for one routine" tune --sizes 64..512:3
refused "--max-evals is for one routine" tune --max-evals 3
refused "--all-devices is for one routine" tune --all-devices
refused "--transfer missing is for one routine" tune --transfer
# A precision that hone does not know, or that no kernel computes on a CPU.
refused "unknown precision 'nonsense'" tune --precision nonsense --time-limit 5s
tells "available: f32"
refused "no routine can be tuned in bf16 on " tune --precision bf16 --time-limit 5s
refused "no routine can be tuned in bf16 on " tune --precision bf16 --dry-run
tells "available: f32"
[[ ! -e $HONE_DB ]] || complain "should make no database"
echo '<!doctype html><p>mine' >"$folder/mine.html"
refused "mine.html exists and is not a page of hone" tune --report "$folder/mine.html"
is "$(<"$folder/mine.html")" '<!doctype html><p>mine'

began=$SECONDS
hone tune --time-limit 20s
exits 0
tells "20.0 s at most"
tells "sizes tuned"
says "estimated loss at others"
says "gain over defaults"
says "gain over CLBlast"
for routine in gemm reduction; do
    [[ $(sizes $routine f32) -ge 1 ]] || complain "should have tuned $routine in f32"
    [[ -n $(gain $routine f32) ]] || complain "should say what $routine in f32 has gained"
done
((SECONDS - began < 90)) || complain "should end within its time, or the time of a slow machine"
[[ -s $folder/report.html ]] || complain "should write a report beside the database"
before=$(count "(SELECT DISTINCT kernel_id, precision, problem FROM run)")
gemm=$(sizes gemm f32)

# Again: stored results count, and other sizes are tuned.
hone tune --time-limit 12s --report "$folder/again.html" --quiet
exits 0
[[ $(sizes gemm f32) -ge $gemm ]] || complain "should count what was tuned before"
after=$(count "(SELECT DISTINCT kernel_id, precision, problem FROM run)")
((after > before)) || complain "should tune more than before"
[[ -s $folder/again.html ]] || complain "should write the report where it is told to"

# Ctrl-C during a size: the next run continues with that size. hone gets the signal twice, alone and
# as one of its group: that is one interrupt.
timeout --preserve-status --signal=INT 6 "$HONE" tune --time-limit 1m --precision f32 >"$folder/out" 2>"$folder/err"
code=$? out=$(<"$folder/out") err=$(<"$folder/err") call="hone tune, interrupted"
exits 130
tells "all measurements are kept, and the same command resumes"
hone db check
exits 0
hone tune --time-limit 5s --precision f32 --json --quiet
exits 0
is "$(sqlite3 :memory: "SELECT '$out' ->> '\$[0].precision'")" f32
finish
