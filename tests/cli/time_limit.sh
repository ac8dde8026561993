# SPDX-License-Identifier: MIT
# [device]
# A time limit holds in all cases: kernels whose every launch is slow, compilers that hang, spaces
# in which no candidate can run. Work in progress at the limit may continue for five seconds, or a
# third of the limit, and for twenty seconds more while no config has run and a reference has to be
# compiled. A program needs time to start, and a busy machine more.
source "$(dirname "$0")/check.bash"
: "${LAYER:?is the path of the layer}"
mkdir -p "$HOME"
add=$(cd "$(dirname "$0")/../fault_icd" && pwd)/add.toml
grace=5
busy=8
nothing_known=20

# takes_at_most SECONDS ARGUMENT…: hone ends within that time plus this allowance.
takes_at_most() {
    local limit=$1 began=$SECONDS
    shift
    rm -f "$folder"/a.db*
    hone "$@" --db "$folder/a.db"
    local took=$((SECONDS - began))
    echo "$took s: $call"
    ((took <= limit + grace + busy)) || complain "should end within $limit s, not after $took s"
}

with_faults() {
    export OPENCL_LAYERS=$LAYER HONE_TEST_FAULTS=$1 HONE_TEST_FAULTS_STATE=$folder
    shift
    "$@"
    unset OPENCL_LAYERS HONE_TEST_FAULTS HONE_TEST_FAULTS_STATE
}

# Each launch takes a tenth of a second and more, also at other sizes, so the size checks and the
# final round would take minutes.
cat >"$folder/slow.cl" <<'CL'
float steps(float x) {
    for (int i = 0; i < 40000000; ++i) x = x * 0.999f + 1.0f;
    return x;
}
kernel void slow(global const float* x, global float* y) { y[get_global_id(0)] = steps(x[get_global_id(0)]); }
kernel void plain(global const float* x, global float* y) { y[get_global_id(0)] = steps(x[get_global_id(0)]); }
CL
cat >"$folder/slow.toml" <<'TOML'
problem    = { n = 2 }
parameters = { WG = [1, 2], A = [1, 2, 3, 4, 5, 6] }
launch     = [{ entry = "slow", local = ["WG"], global = ["n"] }]
arguments  = [
    { name = "x", type = "float", count = "n", fill = "random" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [1], global = ["n"] }
TOML
takes_at_most 6 tune "$folder/slow.toml" --time-limit 6s
says "best: slow"

# A kernel that never ends where its sizes are 1, as they are when a CPU compiles ahead for its work-group size.
cat >"$folder/spin.cl" <<'CL'
kernel void spin(int n, global const float* x, volatile global float* y) {
    while (n == 1) y[0] += 1.0f;
    y[get_global_id(0)] = x[get_global_id(0)];
}
kernel void plain(int n, global const float* x, global float* y) { y[get_global_id(0)] = x[get_global_id(0)]; }
CL
cat >"$folder/spin.toml" <<'TOML'
problem    = { n = 4096 }
parameters = { WG = [16, 32, 64] }
launch     = [{ entry = "spin", local = ["WG"], global = ["n"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "x", type = "float", count = "n", fill = "random" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [1], global = ["n"] }
TOML
takes_at_most 10 tune "$folder/spin.toml" --time-limit 10s
says "best: spin"

# A compiler that hangs for a minute before any config has run.
with_faults "clBuildProgram worker:3+ hang" takes_at_most $((4 + nothing_known)) tune "$add" --time-limit 4s

# Work that was cut off is not counted as a failure.
is "$(sqlite3 "$folder/a.db" "SELECT count(*) FROM trial WHERE outcome = 'timeout'")" 0
is "$(sqlite3 "$folder/a.db" "SELECT count(*) FROM kill")" 0

# A called program has no reference. Although it has no result yet, it is cut off at the limit.
printf '#!/bin/bash\nsleep 100\n' >"$folder/sleeper"
chmod +x "$folder/sleeper"
takes_at_most 2 tune --command "$folder/sleeper {T}" --parameters 'T=[1,2,3]' --time-limit 2s
exits 1
says "the time limit was over before a config was timed"

# The same command continues: it tries the other configs first, and those that were cut off last.
# Without a limit, these get a verdict.
printf '#!/bin/bash\n[[ $1 == 1 ]] && sleep 100\nsleep 0.01\n' >"$folder/one_sleeps"
chmod +x "$folder/one_sleeps"
export HONE_DB=$folder/cut.db
one_sleeps=(tune --command "$folder/one_sleeps {T}" --parameters 'T=[1,2,3]' --strategy brute_force)
hone "${one_sleeps[@]}" --time-limit 2s
exits 1
says "tried 0 of 3"
says "1 was cut off by the time limit; a longer one gives it time"
hone db check
exits 0
hone "${one_sleeps[@]}" --time-limit 2s --json
exits 0
says '"tried": 2,'
says '"cut_off": 1,'
is "$(told "SELECT count(*) FROM kill")$(told "SELECT count(*) FROM trial WHERE outcome <> 'ok'")" 00
hone "${one_sleeps[@]}" --max-evals 3 --timeout 1s
exits 0
says "tried 3 of 3 candidates (2 ok, 1 "
[[ $out != *"cut off"* ]] || complain "should name nothing as cut off"
unset HONE_DB

# Two million candidates, none of which the device can run.
cat >"$folder/big.cl" <<'CL'
kernel void scale(int n, global const float* x, global float* y) {
    int i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
}
CL
cat >"$folder/big.toml" <<'TOML'
problem    = { n = 4096 }
resources  = { local_memory = "1099511627776" }
launch     = [{ entry = "scale", local = ["WG"], global = ["ceil_div(n, WG) * WG"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "x", type = "float", count = "n", fill = "random" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "scale", local = [64], global = ["n"] }
[parameters]
WG = [16, 32, 64, 128]
A  = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
B  = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
C  = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
D  = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
E  = [1, 2, 3, 4, 5, 6, 7, 8]
TOML
takes_at_most 3 tune "$folder/big.toml" --time-limit 3s
exits 1

# Several sizes announce their time in advance.
takes_at_most 9 tune reduction_last --sizes 4096,8192 --time-limit 2s
tells "2 problems; 2.00 s each, 4.00 s in all at most"
finish
