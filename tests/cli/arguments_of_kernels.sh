# SPDX-License-Identifier: MIT
# [device] A space that does not fit its kernel: the message names the culprit, and a run in which
# every config fails in the same way ends early.
source "$(dirname "$0")/check.bash"
on_one_core
export HONE_DB=$folder/a.db
mkdir -p "$HOME"

cat >"$folder/step.cl" <<'END'
kernel void advance(int n, float4 W, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = W.x * x[get_global_id(0)];
}
kernel void plain(int n, float W, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = W * x[get_global_id(0)];
}
kernel void other(int n, float W, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = W * x[get_global_id(0)] + 1;
}
kernel void half_done(int n, float W, global const float* x, global float* y) {
    if (get_global_id(0) < n / 2) y[get_global_id(0)] = W * x[get_global_id(0)];
}
kernel void reals(float n, float W, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = W * x[get_global_id(0)];
}
kernel void advance_reals(float n, float W, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = W * x[get_global_id(0)];
}
kernel void more(int n, float W, global const float* x, global float* y, int z) {}
END

# space ENTRY REFERENCE WHEN
space() {
    cat >"$folder/step.toml" <<END
problem    = { n = 4096 }
parameters = { WG = [4, 8, 16, 32], U = [1, 2, 3] }
launch     = [{ entry = "$1", local = ["WG"], global = ["n"], when = "$3" }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "W", kind = "scalar", type = "float", value = 2 },
    { name = "x", type = "float", count = "n", low = 1, high = 2 },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "$2", local = [1], global = ["n"], relative = 1e-6 }
END
}

space advance plain 1
hone tune "$folder/step.toml"
exits 1
says "the first 10 configs failed alike: kernel 'advance', argument 2 'W'"
says "a scalar of 4 bytes; the kernel has 'float4'"
says "hone show "

space more plain 1
hone tune "$folder/step.toml"
exits 1
says "kernel 'more' has 5 arguments, and the space hands it 4"

space absent plain 1
hone tune "$folder/step.toml"
exits 1
says "the text has no kernel 'absent'"

# The reference is at fault: it runs before anything is tried.
space plain half_done 1
hone tune "$folder/step.toml"
exits 2
tells "the reference 'half_done' is wrong: it leaves y[2048] unwritten"
tells "an output of which the kernel leaves a part alone needs inout = true"
space plain missing 1
hone tune "$folder/step.toml"
exits 2
tells "the reference 'missing' cannot be launched: the text has no kernel 'missing'"

# An int has the size of a float.
space advance_reals reals 1
hone tune "$folder/step.toml"
exits 2
tells "the reference 'reals' cannot be launched: kernel 'reals', argument 1 'n': the space hands it 'int'; the kernel has 'float'"
space advance_reals plain 1
hone tune "$folder/step.toml"
exits 1
says "the first 10 configs failed alike: kernel 'advance_reals', argument 1 'n': the space hands it 'int'"

# All configs agree with each other, but not with the reference.
space plain other 1
hone tune "$folder/step.toml"
exits 1
says "the first 10 configs gave the same result, and the reference another; the reference may be wrong: y["

# No work-items for some configs, then for all.
space plain plain "WG > 8"
hone tune "$folder/step.toml" --strategy brute_force
exits 0
says "6 rejected: nothing to launch (such as: no launch's \`when\` holds)"
space plain plain "WG > 99"
hone tune "$folder/step.toml"
exits 1
says "no launch's \`when\` holds"
hone tune "$folder/step.toml" --force --max-evals 2
exits 1
says "no config ran correctly"

finish
