# SPDX-License-Identifier: MIT
# [device] A user's own kernel by its name, in all commands: by its file while it exists, by the
# stored texts afterwards. Two files of one name, and kernels from another database only, are
# refused.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME" "$folder/a" "$folder/b" "$folder/elsewhere"
export HONE_DB=$folder/names.db

cat >"$folder/a/halve.cl" <<'KERNEL'
#ifndef WG
#define WG 64
#endif
kernel void halve(int n, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = x[get_global_id(0)] / 2;
}
kernel void plain(int n, global const float* x, global float* y) {
    if (get_global_id(0) < n) y[get_global_id(0)] = x[get_global_id(0)] / 2;
}
KERNEL
cat >"$folder/a/halve.toml" <<'SPACE'
problem    = { n = 4096 }
parameters = { WG = [32, 64, 128] }
launch     = [{ entry = "halve", local = ["WG"], global = ["ceil_div(n, WG) * WG"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "x", type = "float", count = "n" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [1], global = ["n"] }
SPACE
cd "$folder/elsewhere" || exit 1

refused "unknown routine, kernel or file 'halve'" tune halve
hone tune ../a/halve.toml --max-evals 2 --quiet
exits 0

# Each command by the kernel's name, from another folder.
everywhere() {
    hone tune halve --max-evals 3 --quiet
    exits 0
    says "best: halve"
    hone why halve WG=128 --run
    exits 0
    says "its result is right"
    hone export halve --as env --size n=4096
    exits 0
    says "HONE_KERNEL='halve'"
    hone check halve
    exits 0 1
    says halve
    hone best halve --as env
    exits 0
    says "WG='"
}
everywhere
hone regret halve --count 1 --max-evals 2 --quiet
exits 1
tells "every size between those that are tuned is known"
tells "hone tune halve --sizes A..B:N"
hone best halve --precision f64 --device 0
exits 1
tells "no tuned result matches halve f64 on device 0 in $HONE_DB"
hone best --device 0 --db "$folder/nothing.db"
exits 1
tells "no tuned result matches device 0 in $folder/nothing.db"
refused "did you mean halve?" tune halv
refused "did you mean halve?" why halev

# The current content of the tuned file counts.
sed -i 's/32, 64, 128/32, 64, 128, 256/' ../a/halve.toml
hone tune halve --max-evals 1 --quiet
says "of 4 candidates"

# A problem without sizes has no other sizes with a loss.
sed '/^problem/d; s/\bn, WG/4096, WG/; s/\(value\|count\) = "n"/\1 = "4096"/; s/\["n"\]/[4096]/' \
    ../a/halve.toml >../a/fixed.toml
cp ../a/halve.cl ../a/fixed.cl
hone tune ../a/fixed.toml --max-evals 1 --quiet
exits 0
refused "there are no other sizes of 'fixed'" regret ../a/fixed.toml --count 1
tells "its problem has no sizes"

# Two files of one name.
cp ../a/halve.* ../b
hone tune ../b/halve.toml --max-evals 1 --quiet
exits 0
for command in tune why regret export; do
    refused "'halve' is the name of $folder/a/halve.toml and of $folder/b/halve.toml" "$command" halve
    tells "name the file"
done
rm ../b/halve.*
everywhere

# Both are gone: the last tuned one is stored.
rm ../a/halve.*
everywhere

# A database filled by another user: its kernels are not built by name.
hone db merge "$HONE_DB" --db other.db
exits 0
HONE_DB=other.db
for command in tune why regret; do
    refused "the texts of halve came from" "$command" halve
done
hone db check
exits 0
finish
