#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hone's best beside its peers, on one device in one run: CLBlast as it comes, CLBlast with what its own
# tuner finds, OpenBLAS on a CPU, cuBLAS and CUB on an NVIDIA GPU. A line for each routine, precision and
# size: each one's rate, and its share of the best of them in percent. A peer that is not there is left out.
# On an NVIDIA GPU a second line has the same times after pauses: steady load reaches the power limit.
#   HONE=build/release/bin/hone BENCHES=build/release/tests/bench tests/bench/peers.sh DEVICE [TIME]
# DEVICE is an index of `hone devices`; TIME what each problem is tuned for (60s). SIZES, PRECISIONS and
# LENGTHS choose among the problems; --db FILE by HONE_DB keeps what was tuned; CLBLAST_TIME (4m) is what
# CLBlast's tuner gets for each.
set -euo pipefail
: "${HONE:?is the path of the program}" "${BENCHES:?is the folder of the built benchmarks}"
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

# Of the answer in the file $1, the fastest first: each kernel's "NAME NANOSECONDS CONFIG".
bests_of() {
    python3 - "$1" <<'PYTHON'
import json
import sys

found = [(k["best"]["time"]["median_ns"], k["kernel"], k["best"]["config"])
         for k in json.load(open(sys.argv[1]))[0]["kernels"] if k["best"]]
for ns, name, config in sorted(found, key=lambda kernel: kernel[0]):
    print(name, ns, *(f"{parameter}={value}" for parameter, value in config.items()))
PYTHON
}

# Of the same answer: "hone NANOSECONDS" of the fastest kernel's best, after pauses.
rested_time() {
    local kernel config
    read -r kernel _ config < <(bests_of "$1") || return 0
    "$BENCHES/one" rested "$device" "$kernel" "$2" "$3" "$config" | sed 's/^rested/hone/' || true
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

# One problem: $1 as it is printed, $2 routine, $3 precision, $4 its sizes as hone has them, $5 as the peers
# have them, $6 how much is computed, $7 in what unit.
compare() {
    local answer="$folder/answer.json" cuda="$folder/cuda.txt"
    "$HONE" tune "$2" -p "$3" -d "$device" -t "$time" -s "$4" --json -q >"$answer" || true
    : >"$cuda"
    # shellcheck disable=SC2086  # the sizes are several words
    {
        bests_of "$answer" | awk 'NR == 1 { print "hone", $2 } { print "(" $1 ")", $2 }'
        "$BENCHES/blas_peers" "$device" "$2" "$3" $5 || true
        [ ! -x "$folder/cuda_peers" ] || "$folder/cuda_peers" "$2" "$3" $5 >"$cuda" || true
        grep -v ^rested "$cuda" || true
    } | print_line "$1" "$6" "$7"
    [ -s "$cuda" ] || return 0
    {
        rested_time "$answer" "$3" "$4"
        awk '/^rested/ { print name, $2 } { name = $1 }' "$cuda"
    } | print_line "  rested" "$6" "$7"
}

for precision in $precisions; do
    for size in $sizes; do
        IFS=x read -r m n k <<<"$size"
        compare "gemm $precision $size" gemm "$precision" "M=$m,N=$n,K=$k" "$m $n $k" "$((2 * m * n * k / 1000))" TFLOP/s
    done
done
for length in $lengths; do
    compare "sum f32 $length" reduction f32 "n=$length" "$length" "$((4 * length))" GB/s
done
