# SPDX-License-Identifier: MIT
# [device] What `hone check-space` and `hone why` say of a kernel whose space, types, numbers or data do
# not fit it.
source "$(dirname "$0")/check.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$HOME"
export HONE_DB=$folder/check.db
cd "$folder" || exit 1

# space A X CHECK: scale.toml with this value of a, this description of x and these members of check.
space() {
    cat >scale.toml <<SPACE
problem    = { n = 4096 }
parameters = { WG = [32, 64] }
launch     = [{ entry = "scale", local = ["WG"], global = ["WG"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "a", kind = "scalar", type = "float", value = $1 },
    { name = "x", $2 },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [64], global = ["n"]$3 }
SPACE
}
usual='type = "float", count = "n", fill = "random"'

# kernel BODY: scale.cl, whose kernel writes this to y[i].
kernel() {
    cat >scale.cl <<KERNEL
kernel void scale(int n, float a, global const float* x, global float* y) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = $1;
}
kernel void plain(int n, float a, global const float* x, global float* y) {
    const int i = get_global_id(0);
    y[i] = a * x[i];
}
KERNEL
}
kernel 'a * x[i]'

# Any double is a number of a scalar, a fill and a bound.
for number in 1e30 1e-20 3.4028235e38 6.62607015e-34 1.380649e-15 '"1e30"' inf '"2 * n"'; do
    space "$number" "type = \"float\", count = \"n\", low = 0.5, high = 1" ", absolute = 1e-30"
    hone check-space scale.toml
    exits 0
    says "its result is right"
done
space 2 "type = \"float\", count = \"n\", low = -1e25, high = 1e25" ", relative = 1e-30"
hone check-space scale.toml
exits 0
sed -i 's/n = 4096/n = 1e30/' scale.toml
refused "1e+30 is no fraction of 64-bit integers" check-space scale.toml

# How much of the error that is allowed a right result has.
kernel 'a * x[i] * 1.000005f'
space 2 "$usual" ", relative = 1e-5"
hone check-space scale.toml
exits 0
[[ $out =~ "its result is right: "([0-9]+)" % of the error" ]] || complain "should tell the error"
((BASH_REMATCH[1] > 40 && BASH_REMATCH[1] < 60)) || complain "should be about 50 %"
hone tune scale.toml --max-evals 2 --quiet
is "$(told "SELECT count(*) FROM trial WHERE error BETWEEN 0.4 AND 0.6" | grep -vx 0 | wc -l)" 1
kernel 'a * x[i]'

finish
