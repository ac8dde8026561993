# SPDX-License-Identifier: MIT
# `hone space`: every query and both kinds of answer, and errors in files and calls.
source "$(dirname "$0")/check.bash"
home=$(cd "$(dirname "$0")/../.." && pwd)
known=$home/tests/spaces/known

# json EXPRESSION: SQLite's result for the answer `d`.
json() {
    printf '%s' "$out" >"$folder/answer"
    sqlite3 :memory: "SELECT $1 FROM (SELECT CAST(readfile('$folder/answer') AS TEXT) AS d)"
}
is() { [[ $1 == "$2" ]] || complain "should be '$2', not '$1'"; }

# Every published space has its known number of candidates.
for file in "$known"/*.json; do
    hone space "$file" --count
    exits 0
    is_silent
    counted=$out
    out=$(<"$file")
    is "$counted" "$(json "d ->> '$.truth.valid'")"
done

hone space "$known/gemm.json" --count --json
is "$(json "d ->> '$.count', d ->> '$.product'")" "116928|663552"

# The whole space.
hone space "$known/dedispersion.json"
exits 0
is_silent
says "tile_stride_y"
says "32 <= block_size_x * block_size_y <= 1024"
says "22,272 combinations, 11,130 candidates"
hone space "$known/dedispersion.json" --json
is "$(json "d -> '$.parameters[0].values', d ->> '$.count', d ->> '$.constraints[1].reason'")" \
    "[1,2,4,8,16,32]|11130|tile_size_x > 1 or tile_stride_x == 0"

# A shipped space, by its name.
hone space reduction_tree
exits 0
says "WALK"
says "reduce"
hone space reduction_tree --where 'WG == 64' --count --json
is "$(json "0 < d ->> '$.count' AND d ->> '$.count' < d ->> '$.product'")" 1

# Some candidates.
hone space "$known/ktt_reduction.json" --list 3 --json
is "$(json "d ->> '\$[0].index', d ->> '\$[1].index', json_array_length(d)")" "0|1|3"
is "$(json "d ->> '\$[1].config.VECTOR_SIZE'")" 2
third=$(json "d -> '\$[2]'")
hone space "$known/ktt_reduction.json" --at 2 --json
is "$(json "d -> '\$[0]'")" "$third"
hone space "$known/ktt_reduction.json" --list 0 --json
is "$(json "json_array_length(d)")" 0
hone space "$known/ktt_reduction.json" --list 1000000 --json
is "$(json "json_array_length(d)")" 2640
hone space "$known/ktt_reduction.json" --sample 50 --seed 4 --json
is "$(json "(SELECT count(DISTINCT value ->> 'index') FROM json_each(d))")" 50
first=$out
hone space "$known/ktt_reduction.json" --sample 50 --seed 4 --json
is "$out" "$first"
hone space "$known/ktt_reduction.json" --sample 50 --seed 5 --json
[[ $out != "$first" ]] || complain "should draw others with another seed"
hone space "$known/ktt_reduction.json" --list 2
says "WORK_GROUP_SIZE_X"
is "$(wc -l <<<"$out")" 3

# The reasons why configs are no candidates.
hone space "$known/ktt_coulomb2d.json" --why --json
is "$(json "d ->> '\$[0].rejects', d ->> '\$[0].nothing_else_rejects'")" "1344|1344"
hone space "$known/ktt_coulomb2d.json" --why
says "16,128 combinations, 14,784 candidates"

# Restrictions and problems.
hone space "$known/gemm.json" --where 'MWG == 64' --where 'SA == 1' --count
first=$out
hone space "$known/gemm.json" --where 'MWG == 64 and SA == 1' --count
is "$out" "$first"
hone space "$known/gemm.json" --where 'MWG == 65' --count
exits 0
is "$out" 0
cat >"$folder/own.toml" <<'END'
precisions = ["f32", "f64"]
[problem]
n = 100
[parameters]
WG = [10, 16, 100]
[constraints]
"whole groups" = "n % WG == 0"
"small" = "WG * sizeof_real <= 400"
"fits" = "WG <= device.max_work_group"
END
hone space "$folder/own.toml" --count
is "$out" 2
tells "hone: ignored without --device: fits"
hone space "$folder/own.toml" --size n=32 --count
is "$out" 1
hone space "$folder/own.toml" --precision f64 --count
is "$out" 1

# T1 and back.
hone space "$known/gemm.json" --as t1
exits 0
printf '%s\n' "$out" >"$folder/gemm.json"
hone space "$folder/gemm.json" --count
is "$out" 116928

# Errors have a position and a remedy, and the exit code is 2.
refused "name a space or a file" space
refused "'reduction_tre' is neither a file nor a space of hone; did you mean reduction_tree?" space reduction_tre
refused "cannot be combined" space "$known/gemm.json" --count --why
refused "--where 'MWG = 1'" space "$known/gemm.json" --where 'MWG = 1'
refused "unknown name 'MGW'; did you mean MWG?" space "$known/gemm.json" --where 'MGW == 1'
refused "not the number of a candidate" space "$known/gemm.json" --at x
refused "116928" space "$known/gemm.json" --at 116928
refused "the problem has no argument 'm'" space "$folder/own.toml" --size m=1
refused "has no precision f16" space "$folder/own.toml" --precision f16
printf '[parameters]\nA = 1\nB = [2, 2]\n[constraint]\n' >"$folder/wrong.toml"
refused "wrong.toml:2:5: 'A' needs a list of values" space "$folder/wrong.toml"
tells "wrong.toml:3:1: 'B' has the value 2 twice"
tells "wrong.toml:4:2: unknown key 'constraint'; did you mean constraints?"

finish
