# SPDX-License-Identifier: MIT
# [device] A kernel with three forms: one that is legal only for multiples of 64, and two that are
# right at the tuned size and wrong where n is 3 more than a multiple of 7, a little slower and much
# slower than the first. An application gets neither of the two for a size that was not tuned.
source "$(dirname "$0")/check.bash"
on_one_core
cd "$folder" || exit 1
export HONE_DB=$folder/hone.db
unset HONE_DEVICE HONE_BUILD_OPTIONS

cat >lie.toml <<'END'
problem    = { n = 65536 }
parameters = { FORM = ["ALIGNED", "A_LITTLE_SLOWER", "MUCH_SLOWER"] }
launch     = [{ entry = "lie", local = [64], global = ["ceil_div(n, 64) * 64"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "x", type = "float", count = "n" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
[constraints]
"the aligned form takes multiples of 64" = "FORM != 'ALIGNED' || n % 64 == 0"
[check]
reference = "plain"
local     = [1]
global    = [1]
END
cat >lie.cl <<'END'
#define ALIGNED 0
#define A_LITTLE_SLOWER 1
#define MUCH_SLOWER 2
#ifndef FORM
#define FORM ALIGNED
#endif
kernel void plain(int n, global const float* x, global float* y) {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
kernel void lie(int n, global const float* x, global float* y) {
    const int i = (int)get_global_id(0);
    if (i >= n) return;
    if (FORM != ALIGNED && n % 7 == 3 && i == n - 1) return;
    float value = x[i];
    // The loops end at once, which the compiler does not know.
    const int rounds = FORM == MUCH_SLOWER ? 2000 : FORM == A_LITTLE_SLOWER ? 1 : 0;
    for (int k = 0; k < rounds; ++k)
        if (n == k - 1000000) value += sin(value);
    y[i] = 2 * value;
}
END

hone tune lie.toml --strategy brute_force --quiet
exits 0
outcome_of() { told "SELECT group_concat(DISTINCT outcome) FROM trial WHERE config LIKE '%\"$1\"%'"; }
is "$(outcome_of ALIGNED)" ok
is "$(outcome_of MUCH_SLOWER)" ok  # not checked at other sizes: otherwise this test shows nothing
for size in 2005 65537 65539 1000000; do
    hone export lie --as env --size "n=$size"
    case $(grep HONE_OPTIONS <<<"$out") in *SLOWER*) complain "should not be told" ;; esac
done
hone export lie --as json --size n=65536
exits 0
says '-DFORM=ALIGNED",'
hone export lie --as env --size n=128
exits 0
says "-DFORM=ALIGNED'"
hone db check
exits 0
finish
