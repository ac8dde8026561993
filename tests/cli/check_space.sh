# SPDX-License-Identifier: MIT
# [device] The messages of `hone check-space` and `hone why` about a kernel whose space, types,
# numbers or data do not fit.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/check.db
cd "$folder" || exit 1

# space A X CHECK: scale.toml with this value of a, this description of x and these members of
# check, if any.
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
check      = { reference = "plain", local = [64], global = ["n"]${3:-} }
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

# Scalars, fills and bounds accept any double.
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
refused "1e+30 is not a fraction of 64-bit integers" check-space scale.toml

# The position of a count does not depend on the other arguments.
space 2 'type = "float", count = "n - 4096"'
refused "scale.toml:7:44: argument 'x' of 'scale' would have 0 elements" check-space scale.toml

# Messages about a T1 file use T1's terms.
cat >plain.json <<'T1'
{ "ConfigurationSpace": { "TuningParameters": [
    {"Name": "WG", "Type": "int", "Values": "[32, 64]", "Default": 32} ] },
  "KernelSpecification": { "Language": "OpenCL", "KernelName": "scale", "KernelFile": "scale.cl",
    "LocalSize": {"X": "WG"}, "ProblemSize": [4096], "GridDivX": ["WG"],
    "Arguments": [ {"Name": "y", "Type": "float", "MemoryType": "Vector", "Size": 4096,
      "FillType": "Constant", "FillValue": 0, "AccessType": "WriteOnly"} ] } }
T1
refused "needs ReferenceArguments or a ReferenceKernel, and an argument with AccessType" \
    check-space plain.json

# The share of the error bound that a right result uses.
kernel 'a * x[i] * 1.000005f'
space 2 "$usual" ", relative = 1e-5"
hone check-space scale.toml
exits 0
[[ $out =~ "its result is right: "([0-9]+)[0-9.]*" % of the error" ]] || complain "should tell the error"
((BASH_REMATCH[1] > 40 && BASH_REMATCH[1] < 60)) || complain "should be about 50 %"
hone tune scale.toml --max-evals 2 --quiet
is "$(told "SELECT count(*) FROM trial WHERE error BETWEEN 0.4 AND 0.6" | grep -cvx 0)" 1
kernel 'a * x[i]'

# A verdict agrees with the actual run.
kernel 'x[i]'
hone check-space scale.toml
exits 1
says "it would be tried, and never chosen"
[[ $err != *"holds any integers"* ]] || complain "should not speak of a scalar"

# A reference that reads past an end; data of another type.
kernel 'a * x[i]'
space 2 'type = "float", count = "n/2"'
hone check-space scale.toml
[[ $code == 0 ]] || tells "reads outside of a buffer"
for type in double int uchar2 long; do
    space 2 "type = \"$type\", count = \"2 * n\", low = 0, high = 9"
    refused "argument 3 'x': the space hands it '$type'; the kernel has 'float*'" check-space scale.toml
done
space 2 'type = "float4", count = "n"'
hone check-space scale.toml
exits 0
head -c 2620 /dev/zero >x.raw
space 2 'type = "float", count = "n", fill = "file", file = "x.raw"'
refused "x.raw has 2620 bytes; 16384 are needed" check-space scale.toml

# Arbitrary integers used as an index.
cat >at.cl <<'KERNEL'
kernel void gather(int n, global const long* at, global int* y) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = (int)at[i] + 1;
}
kernel void plain(int n, global const long* at, global int* y) {
    y[get_global_id(0)] = (int)at[get_global_id(0)];
}
KERNEL
cat >at.toml <<'SPACE'
problem    = { n = 4096 }
parameters = { WG = [32, 64] }
launch     = [{ entry = "gather", local = ["WG"], global = ["WG"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "at", type = "long", count = "n" },
    { name = "y", type = "int", count = "n", fill = "output" },
]
check      = { reference = "plain", local = [64], global = ["n"] }
SPACE
hone check-space at.toml
exits 1
tells "'at' holds any integers"
[[ $err != *"'n' holds"* ]] || complain "should not speak of the scalar"

# A launch without work-items is no contradiction.
sed -i 's/global = \["WG"\]/global = ["ceil_div(n, WG) * WG"]/; s/{ n = 4096 }/{ n = 4096, w = 3 }/' at.toml
hone check-space at.toml -s n=0,w=0
exits 1
says "w=0"
says "cannot be launched"
[[ $out != *"all constraints hold"* && $out != *"not a candidate"* ]] || complain "should not contradict itself"

# A constraint whose evaluation fails is named.
constraint() {
    sed -i '/^constraints/d; /^SPACE/d' scale.toml
    sed -i "1i constraints = { \"own rule\" = '''$1''' }" scale.toml
}
space 2 "$usual"
while IFS='|' read -r rule why; do
    constraint "$rule"
    hone why scale.toml WG=32
    exits 1
    says "$why"
    hone why scale.toml WG=32 --json
    says "\"error\": \"$why\""
    hone space scale.toml --why
    says "$why"
done <<'RULES'
n % (WG - 32) == 0|division by zero
log2(WG - 1) > 1|log2 of a number that is not a power of two
WG * 9223372036854775807 > 0|a number that needs more than 64 bits
WG < "a"|a string where a number is needed
RULES
hone tune scale.toml --max-evals 2 --quiet
says "the constraint 'own rule' never holds: it gives a string where a number is needed"
space 2 "$usual"
hone tune scale.toml --where "WG == 99" --max-evals 2 --quiet
says "the constraint 'WG == 99' never holds"

# The rules know the measured values.
hone tune scale.toml --max-evals 2 --quiet
hone why scale.toml
[[ $out != *"nothing has been measured yet"* ]] || complain "should know what was measured"

finish
