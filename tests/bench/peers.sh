#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hone's best beside its peers, on one device in one run: CLBlast as it comes, CLBlast with what its own
# tuner finds, OpenBLAS on a CPU, cuBLAS and CUB on an NVIDIA GPU. A line for each routine, precision and
# size: each one's rate, and its share of the best of them in percent. A peer that is not there is left out.
#   HONE=build/release/bin/hone PEERS=build/release/tests/bench/blas_peers tests/bench/peers.sh DEVICE [TIME]
# DEVICE is an index of `hone devices`; TIME what each problem is tuned for (60s). SIZES, PRECISIONS and
# LENGTHS choose among the problems; --db FILE by HONE_DB keeps what was tuned.
set -euo pipefail
: "${HONE:?is the path of the program}" "${PEERS:?is the path of blas_peers}"
device=${1:?usage: peers.sh DEVICE [TIME]}
time=${2:-60s}
sizes=${SIZES:-512x512x512 1024x1024x1024 2048x2048x2048 4096x4096x4096 8192x8192x8192
    4096x64x4096 64x4096x4096 1000x1003x1021 128x128x65536}
precisions=${PRECISIONS:-f32 f64 f16 bf16 tf32}
lengths=${LENGTHS:-1048576 16777216 67108864 1073741824}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$(dirname "$0")

# OpenBLAS takes newer cores for older ones; it is told what they can do.
if grep -q avx512f /proc/cpuinfo; then export OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE:-SkylakeX}; fi
if command -v nvcc >/dev/null; then
    nvcc -O2 -std=c++17 -o "$folder/cuda_peers" "$here/cuda_peers.cu" -lcublas || true
fi

# Of the answer on stdin: "hone NANOSECONDS", and for each kernel "NAME NANOSECONDS".
times_of_kernels() {
    python3 -c '
import json, sys
found = [(k["best"]["time"]["median_ns"], k["kernel"]) for k in json.load(sys.stdin)[0]["kernels"] if k["best"]]
if found:
    print("hone", min(found)[0])
for ns, name in found:
    print(f"({name})", ns)'
}

# Rates and shares from lines of "PEER NANOSECONDS"; $1 is what was computed, $2 how much of it, $3 its unit.
print_line() {
    awk -v what="$1" -v work="$2" -v unit="$3" '
        { name[NR] = $1; rate[NR] = work / $2; if ($1 !~ /^\(/ && rate[NR] > best) best = rate[NR] }
        END {
            printf "%-28s", what
            for (i = 1; i <= NR; i++) printf "  %s %.4g %s (%.0f %%)", name[i], rate[i], unit, 100 * rate[i] / best
            print ""
        }'
}

for precision in $precisions; do
    for size in $sizes; do
        IFS=x read -r m n k <<<"$size"
        {
            "$HONE" tune gemm -p "$precision" -d "$device" -t "$time" -s "M=$m,N=$n,K=$k" --json -q |
                times_of_kernels || true
            "$PEERS" "$device" gemm "$precision" "$m" "$n" "$k" || true
            [ ! -x "$folder/cuda_peers" ] || "$folder/cuda_peers" gemm "$precision" "$m" "$n" "$k" || true
        } | print_line "gemm $precision $size" "$((2 * m * n * k / 1000))" TFLOP/s
    done
done
for length in $lengths; do
    {
        "$HONE" tune reduction -p f32 -d "$device" -t "$time" -s "n=$length" --json -q | times_of_kernels || true
        "$PEERS" "$device" sum f32 "$length" || true
        [ ! -x "$folder/cuda_peers" ] || "$folder/cuda_peers" sum f32 "$length" || true
    } | print_line "sum f32 $length" "$((4 * length))" GB/s
done
