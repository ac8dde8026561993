# SPDX-License-Identifier: MIT
# [device] The tuner as a whole: a small problem is tuned, and every command that shows,
# explains or repeats it gives output for readers and programs.
source "$(dirname "$0")/check.bash"
export HONE_DB=$folder/hone.db
unset HONE_DEVICE HONE_BUILD_OPTIONS

# json EXPRESSION: SQLite's result for the answer `d`.
json() {
    printf '%s' "$out" >"$folder/answer"
    sqlite3 :memory: "SELECT $1 FROM (SELECT CAST(readfile('$folder/answer') AS TEXT) AS d)"
}
parses() {
    if command -v python3 >/dev/null; then
        python3 -m json.tool <<<"$out" >/dev/null || complain "should answer JSON"
    fi
}
lacks() { [[ $out$err != *"$1"* ]] || complain "should not say '$1'"; }

# Before anything is tuned.
for command in best show check; do
    hone "$command"
    exits 1
    is "$out" ""
    tells "hone tune reduction"
    hone "$command" --json
    exits 1
    is "$out" "[]"
done
[[ ! -e $HONE_DB ]] || complain "should make no database"

# A few configs of one kernel. Figures without a meaning for the problem are left out.
hone tune reduction_tree --size n=65536 --max-evals 6
exits 0
says "reduction f32 n=65536 operation=sum on "
says "tried 6 of"
says "best: reduction_tree"
says "stored in $HONE_DB"
tells "hone: reduction_tree for reduction f32 n=65536 operation=sum on "
lacks "0 tried"
hone tune reduction_tree --size n=65536 --max-evals 6 --quiet --json
exits 0
parses
is_silent
is "$(json "d ->> '\$[0].kernels[0].tried', d ->> '\$[0].problem.n'")" "6|65536"
# The reference was measured once, and is one of the six.
is "$(told "SELECT count(*) FROM trial WHERE purpose = 'default'")" 1
hone tune gemm_tile --size M=64,N=64,K=64 --max-evals 1 --dry-run
exits 0
says "gemm f32 M=64 N=64 K=64 on"
says "at most 1 config"
lacks "alpha"
lacks "1 configs"

# Sizes of a range: their number and time are announced, each is tuned once, and tuned ones count.
export HONE_DB=$folder/sizes.db
hone tune reduction_tree --sizes 4096..65536:3 --max-evals 2 --time-limit 5s
exits 0
tells "reduction f32: 3 sizes from 4096 to 65536; 5.00 s each, 15.0 s in all at most"
tells "hone: 3/3: reduction f32 n="
is "$(told "SELECT count(DISTINCT problem) FROM run")" 3
hone tune reduction_tree --sizes 4096..65536:4 --max-evals 2 --time-limit 5s
exits 0
tells "4 sizes from 4096 to 65536, 3 of them tuned before; 5.00 s each, 5.00 s in all at most"
tells "hone: 4/4: reduction f32 n="
is "$(told "SELECT count(DISTINCT problem) FROM run")" 4
hone tune gemm --sizes 64..512:5 --time-limit 5s --dry-run
exits 0
says "gemm f32: 5 sizes from 64x64x64 to 512x512x512; 5.00 s each, 25.0 s in all at most"
hone tune reduction_tree --sizes 4096..65536:3 --max-evals 1 --shard 1/2 --dry-run
exits 0
is "$(wc -l <<<"$out")" 3  # shards do not see each other, and take evenly spread sizes
export HONE_DB=$folder/hone.db

# The best.
hone best
exits 0
is_silent
says "reduction_tree"
says "n=65536"
says "WG="
hone best reduction --precision f32 --device 0 --as csv
exits 0
says "device,driver,routine,kernel"
is "$(wc -l <<<"$out")" 2
hone best reduction_tree --as markdown
says "| ---"
hone best --json
parses
is "$(json "d ->> '\$[0].kernel', d ->> '\$[0].time.median_ns' > 0, d ->> '\$[0].chosen'")" \
    "reduction_tree|1|1"
hone best gemm
exits 1
tells "hone tune gemm"
hone best --precision f64
exits 1
refused "unknown as 'xml'" best --as xml
refused "no device" best --device nowhere

# The runs.
hone show
exits 0
is_silent
says "reduction_tree"
says "finished"
hone show --json
parses
is "$(json "json_array_length(d)")" 2
run=$(json "d ->> '\$[1].run'")  # the first one, which measured
hone show "$run" --trials 3 --failed 3
exits 0
says "run          $run"
says "again        hone tune reduction_tree --precision f32 --size n=65536,operation=sum"
says "best: "
says "work-group"
hone show "$run" --trials 2 --json
parses
is "$(json "d ->> '\$.outcomes.ok' > 2")" 1
is "$(json "json_array_length(d, '\$.fastest')")" 2
refused "there is no run nothing" show nothing
refused "--trials" show "$run" --trials many

# Measured again. The current speed depends on the machine, and so does the next best.
hone check
exits 0 1
says "reduction_tree"
says "before"
hone best --json
best=$(json "d -> '\$[0].config'")
hone check reduction_tree --json --quiet
exits 0 1
is_silent
parses
is "$(json "d ->> '\$[0].outcome', d ->> '\$[0].kernel_changed', d ->> '\$[0].driver_changed'")" \
    "ok|0|0"
is "$(json "d -> '\$[0].config'")" "$best"
hone check gemm
exits 1
is "$(told "SELECT count(*) >= 4 FROM trial WHERE purpose = 'check'")" 1

# Another driver, and other texts.
other=0123456789abcdef0123456789abcdef
sqlite3 "$HONE_DB" "UPDATE device SET id = '$other', driver = 'an older one';
    UPDATE run SET device_id = '$other'"
hone check --quiet
says "the driver was an older one, now it is"
cp "$HONE_DB" "$folder/older.db"
sqlite3 "$folder/older.db" "UPDATE kernel SET id = '$other', source = source || ' ';
    UPDATE run SET kernel_id = '$other'"
hone check --quiet --db "$folder/older.db"
says "the kernel has changed since"

# Why.
hone why reduction_tree WG=64,TREE=SEQUENTIAL --size n=65536
exits 0
says "WG=64"
says "TREE=SEQUENTIAL"
says "all constraints hold"
says "local_memory"
says "legal"
tells "--build"
hone why reduction_tree WG=64,V=4 --size n=65536 --build --json
exits 0
is_silent
parses
is "$(json "d ->> '\$.config.WG', d ->> '\$.config.V', d ->> '\$.build.outcome'")" "64|4|ok"
is "$(json "(SELECT count(*) > 0 FROM json_each(d, '\$.rules') WHERE value ->> 'after_build')")" 1
hone why reduction_tree WG=64,V=16,UNROLL=16
exits 1
says "accumulators fit in registers"
says "V * UNROLL * sizeof_real"
says "not a candidate of the space"
hone why reduction_tree
exits 0
says "PER_UNIT"
refused "has no parameter 'WGG'; did you mean WG?" why reduction_tree WGG=64
refused "WG has no value 65" why reduction_tree WG=65
refused "'reduction' is a routine, not a kernel" why reduction
refused "which kernel?" why

# The ladder.
hone ladder reduction_tree --size n=65536 --timeout 20s
exits 0
says "interleaved addressing"
says "several elements per work-item"
says "× "
tells "1/8"
hone ladder reduction_tree --size n=65536 --timeout 20s --json --quiet
exits 0
is_silent
parses
is "$(json "json_array_length(d, '\$[0].steps'), d ->> '\$[0].steps[0].outcome'")" "8|ok"
is "$(told "SELECT count(*) >= 16 FROM trial WHERE purpose = 'ladder'")" 1
refused "unknown routine, kernel or file" ladder redution

# A user's own kernel, with a ladder step that is illegal for this problem.
cat >"$folder/twice.cl" <<'END'
kernel void twice(int n, global const float* x, global float* y) {
    const int i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
}
END
cat >"$folder/twice.toml" <<'END'
routine    = "twice"
precisions = ["f32"]
[problem]
n = 1000
[parameters]
WG = [1, 10, 100]
[constraints]
"no group without work" = "WG <= n"
[resources]
bytes = "8 * n"
[[arguments]]
name = "n"
kind = "scalar"
type = "int"
value = "n"
[[arguments]]
name = "x"
type = "float"
count = "n"
fill = "random"
[[arguments]]
name = "y"
type = "float"
count = "n"
fill = "output"
[check]
reference = "twice"
local = [1]
global = ["n"]
relative = 1e-6
[[launch]]
entry = "twice"
local = ["WG"]
global = ["ceil_div(n, WG) * WG"]
arguments = ["n", "x", "y"]
[ladder]
"plain" = { WG = 1 }
"groups" = { WG = 100 }
END
hone ladder "$folder/twice.toml" --size n=50
exits 0
says "WG=10 instead of 100"
sed -e 's/"f32"/"f32", "f64"/' -e 's/{ WG/{ precisions = ["f64"], WG/' "$folder/twice.toml" \
    >"$folder/steep.toml"
cp "$folder/twice.cl" "$folder/steep.cl"
hone ladder "$folder/steep.toml" --size n=50
says "cannot run this: its ladder has no step for f32"
hone tune "$folder/twice.toml" --size n=50 --max-evals 2
exits 0
hone show --json
hone show "$(json "d ->> '\$[0].run'")"
says "again        hone tune $folder/twice.toml"
hone check "$folder/twice.toml" --json --quiet
parses
is "$(json "json_array_length(d), d ->> '\$[0].outcome', d ->> '\$[0].kernel_changed'")" "1|ok|0"
echo "// newer" >>"$folder/twice.cl"
hone check "$folder/twice.toml" --quiet
says "the kernel has changed since"

finish
