# SPDX-License-Identifier: MIT
# [device]
# tests/bench/peers.sh: its output, and the way of other libraries' times into the report. The
# libraries are mocks with known times.
source "$(dirname "$0")/check.bash"
peers=$(cd "$(dirname "$0")/../bench" && pwd)/peers.sh
mkdir -p "$folder/benches"
export HONE_DB=$folder/peers.db BENCHES=$folder/benches

# On the CPU, with and without a library made for CPUs, and a size that hone times in a cold cache.
printf '#!/bin/sh\nexit 1\n' >"$folder/benches/one"
cat >"$folder/benches/blas_peers" <<'END'
#!/bin/sh
echo "clblast 90000 90000 91000 89000"
echo "clblast_tuned 20000 20000 21000 19000"
[ "$2" != gemm ] || [ "$4" != 64 ] || echo "openblas 40000 40000 41000 39000 40500 39500 40000"
END
chmod +x "$folder/benches"/*

hone devices --json
device=$(python3 -c '
import json, sys
print(next(one["index"] for one in json.load(sys.stdin) if one["type"] == "cpu"))' <<<"$out")

call="peers.sh $device"
out=$(SIZES="64x64x64 128x128x128 32x32x32" PRECISIONS=f32 LENGTHS=65536 \
    "$peers" "$device" 1s 2>"$folder/err.txt")
code=$? err=$(<"$folder/err.txt")
exits 0
# 2 * 64^3 operations in 40 us.
says "openblas 0.0131 TFLOP/s ("
says "clblast_tuned 0.0262 TFLOP/s ("
is "$(grep -cE '^gemm f32 (64|128|32)x.*  hone [0-9.e-]+ TFLOP/s \([0-9]+ %\)' <<<"$out")" 3
is "$(grep -cE '^sum f32 65536 .*  hone [0-9.]+ GB/s' <<<"$out")" 1

hone report --as json --only verdict
exits 0
printf '%s' "$out" >"$folder/report.json"
hone best gemm --as json
printf '%s' "$out" >"$folder/best.json"
call="the verdict on what peers.sh stored"
python3 - "$folder/report.json" "$folder/best.json" <<'PYTHON' || complain "should compare with OpenBLAS alone"
import json
import sys

report, best = (json.load(open(file, encoding="utf-8")) for file in sys.argv[1:])
tables = {table["title"]: table["rows"] for table in report["sections"][0]["tables"]}
gemm = next(row for row in tables["Each device and routine"] if row["routine"] == "gemm f32")
ns = next(one["time"]["median_ns"] for one in best if one["wins"] and one["problem"]["M"] == 64)
assert gemm["problems"] == 3 and gemm["peer"] == "OpenBLAS", gemm
assert abs(gemm["over_peer"] / (40000 / ns) - 1) < 1e-6, (gemm, ns)
missing = [row["not_measured"] for row in tables["What is not measured"] if row["routine"] == "gemm f32"]
assert "a library made for CPUs of 2 problems" in missing, missing
PYTHON
finish
