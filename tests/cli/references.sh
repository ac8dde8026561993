# SPDX-License-Identifier: MIT
# [device] A reference that crashes, hangs or does not compile is named, with a remedy; other
# failures are not blamed on it.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/references.db
cd "$folder" || exit 1

# space COUNT: scale.toml, where x has this many elements.
space() {
    cat >scale.toml <<SPACE
problem    = { n = 65536 }
parameters = { WG = [32, 64] }
launch     = [{ entry = "scale", local = ["WG"], global = ["WG"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "a", kind = "scalar", type = "float", value = 2.5 },
    { name = "x", type = "float", count = "$1", fill = "random" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [64], global = ["n"] }
SPACE
}

# kernel BODY: scale.cl, whose reference does this for each i.
kernel() {
    cat >scale.cl <<KERNEL
kernel void scale(int n, float a, global const float* x, global float* y) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = a * x[i];
}
kernel void plain(int n, float a, global const float* x, global float* y) {
    const int i = get_global_id(0);
    $1
}
KERNEL
}

space n
kernel 'y[i + 1000000000L] = x[i];'
refused "the reference 'plain' crashed: " check-space scale.toml
tells "check the counts of the arguments"
[[ $err != *"its driver"* ]] || complain "should not blame the driver"
hone tune scale.toml --max-evals 2 --quiet
exits 2
tells "the reference 'plain' crashed: "

kernel 'volatile int z = 1; while (z); y[i] = a * x[i];'
refused "the reference 'plain' hangs: no answer in 2 s" check-space scale.toml --timeout 2s
tells "--timeout"
hone tune scale.toml --max-evals 2 --timeout 2s --quiet
exits 2
tells "the reference 'plain' hangs: no answer in 2 s"

# An error in the tuned kernel of the same file is reported with its own position.
kernel 'y[i] = a * x[i];'
sed -i '2s/x\[i\]/q[i]/' scale.cl
refused "scale.cl:2:" check-space scale.toml
tells "'q'"
[[ $err != *"[check]: parameters"* ]] || complain "should not speak of parameters"
[[ $err != *$'\n'"hone: "$'\n'* && $err != *$'\n'"hone: " ]] || complain "should have no empty line"
kernel 'y[i] = WG * x[i];'
refused "scale.cl:6:" check-space scale.toml
tells "[check]: parameters = { NAME = 1 }"

finish
