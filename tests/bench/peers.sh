#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hone's best compared with its peers, on one device in one run: untuned CLBlast, CLBlast with the
# results of its own tuner, OpenBLAS on a CPU, cuBLAS and CUB on an NVIDIA GPU. A line for each
# routine, precision and size: each one's rate, and its share of the best rate in percent. Missing
# peers are left out. With NVIDIA's libraries three lines follow with hone's best and theirs, both
# timed in the same way by turns, on the same kind of numbers: under sustained load, which reaches the
# power limit; rested, after pauses; and as an application calls them (`one loads`, cuda_peers.cu).
# The peers' times are stored in the database, so that `hone report` compares with the fastest of
# them.
#   HONE=build/release/bin/hone BENCHES=build/release/tests/bench tests/bench/peers.sh DEVICE [TIME]
# DEVICE is an index of `hone devices`; TIME is the tuning time of each problem (60s). SIZES (MxNxK,
# followed by TA or TB if A or B is stored transposed), PRECISIONS and LENGTHS choose among the
# problems. HONE_DB names a database that keeps the results. CLBLAST_TIME (4m) is the time of
# CLBlast's tuner for each problem.
set -euo pipefail
: "${HONE:?is the path of the program}" "${BENCHES:?is the folder of the built benchmarks}"
device=${1:?usage: peers.sh DEVICE [TIME]}
time=${2:-60s}
sizes=${SIZES:-512x512x512 1024x1024x1024 2048x2048x2048 4096x4096x4096 8192x8192x8192
    4096x64x4096 64x4096x4096 1000x1003x1021 128x128x65536}
precisions=${PRECISIONS:-f32 f64 f16 bf16 tf32}
lengths=${LENGTHS:-1048576 16777216 67108864 1073741824}
folder=$(mktemp -d)
peers="$folder/peers.csv"
echo "library,version,device,routine,precision,problem,cache,clock,times_ns" >"$peers"
trap 'rm -rf "$folder"' EXIT
here=$(dirname "$0")

# OpenBLAS takes newer cores for older ones, so its core type is set.
if grep -q avx512f /proc/cpuinfo; then export OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE:-SkylakeX}; fi
device_has() { # FIELD WORD
    "$HONE" devices --json | python3 -c '
import json, sys
index, field, word = sys.argv[1:]
sys.exit(not any(str(one["index"]) == index and word in str(one[field]) for one in json.load(sys.stdin)))' \
        "$device" "$1" "$2"
}
if command -v nvcc >/dev/null && device_has vendor NVIDIA; then
    nvcc -O2 -std=c++17 -o "$folder/cuda_peers" "$here/cuda_peers.cu" -lcublas || true
fi

# The kernels in the answer file $1, the fastest first: "NAME NANOSECONDS CONFIG" for each.
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

# From the same answer: "hone LOAD NANOSECONDS" of the fastest kernel's best.
loaded_times() {
    local kernel config
    read -r kernel _ config < <(bests_of "$1") || return 0
    "$BENCHES/one" loads "$device" "$kernel" "$2" "$3" "$config" | sed 's/^/hone /' || true
}

# Rates and shares from lines of "PEER NANOSECONDS"; $1 is the problem, $2 its amount of work, $3
# the unit.
print_line() {
    awk -v what="$1" -v work="$2" -v unit="$3" '
        { name[NR] = $1; rate[NR] = work / $2; if ($1 !~ /^\(/ && rate[NR] > best) best = rate[NR] }
        END {
            printf "%-28s", what
            for (i = 1; i <= NR; i++) printf "  %s %.4g %s (%.0f %%)", name[i], rate[i], unit, 100 * rate[i] / best
            print ""
        }'
}

# "cold" or "warm": the cache state of the inputs in the same answer.
cache_of() {
    local run
    run=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[0]["kernels"][0]["run"])' "$1")
    "$HONE" show "$run" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["conditions"]["cache"])'
}

# From lines "PEER MEDIAN TIMES": a row for each peer whose name matches $1, for the answer in the
# file $2, with a cache $3 and the clock $4, for routine $5, precision $6, sizes $7.
keep_times() {
    local name
    name=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[0]["device"])' "$2")
    awk -v form="$1" -v device="$name" -v rest="$5,$6,\"$7\",$3,$4" '
        $1 ~ form { times = $3; for (i = 4; i <= NF; i++) times = times " " $i
                    print $1 ",,\"" device "\"," rest "," times }' >>"$peers"
}

# One problem: $1 its name in the output, $2 routine, $3 precision, $4 its sizes for hone, $5 for
# the peers, $6 its amount of work, $7 the unit.
compare() {
    local answer="$folder/answer.json" loads="$folder/loads.txt" blas="$folder/blas.txt" load cache=warm
    "$HONE" tune "$2" -p "$3" -d "$device" -t "$time" -s "$4" --json -q >"$answer" || true
    : | tee "$loads" >"$blas"
    # shellcheck disable=SC2086  # the sizes are several words
    {
        bests_of "$answer" | awk 'NR == 1 { print "hone", $2 } { print "(" $1 ")", $2 }'
        if [[ $5 != *T* ]]; then { "$BENCHES/blas_peers" "$device" "$2" "$3" $5 || true; } | tee "$blas"; fi
        if [ -x "$folder/cuda_peers" ]; then "$folder/cuda_peers" "$2" "$3" $5 >"$loads" || true; fi
    } | print_line "$1" "$6" "$7"
    # The peers are timed in a warm cache: if hone's inputs were cold, as for a sum and a small
    # product, the peers' times are only printed.
    if [ "$(cache_of "$answer")" = warm ]; then
        keep_times '^openblas$' "$answer" warm host "$2" "$3" "$4" <"$blas"
        keep_times '^clblast_tuned$' "$answer" warm device "$2" "$3" "$4" <"$blas"
    fi
    [ -s "$loads" ] || return 0
    load=rested
    if [ "$2" = reduction ]; then load=cold cache=cold; fi
    if [ "$(cache_of "$answer")" = "$cache" ]; then
        awk -v load="$load" '$2 == load { $2 = ""; print }' "$loads" |
            keep_times . "$answer" "$cache" device "$2" "$3" "$4"
    fi
    loaded_times "$answer" "$3" "$4" >>"$loads"
    for load in steady rested called; do
        awk -v load="$load" '$2 == load { print $1, $3 }' "$loads" | print_line "  $load" "$6" "$7"
    done
}

for precision in $precisions; do
    for size in $sizes; do
        IFS=x read -r m n k <<<"${size%%T*}"
        names="M=$m,N=$n,K=$k" words="$m $n $k"
        for stored in TA TB; do
            if [[ $size == *$stored* ]]; then names+=",$stored=1" words+=" $stored"; fi
        done
        compare "gemm $precision $size" gemm "$precision" "$names" "$words" "$((2 * m * n * k / 1000))" TFLOP/s
    done
done
for length in $lengths; do
    compare "sum f32 $length" reduction f32 "n=$length" "$length" "$((4 * length))" GB/s
done
"$HONE" db import "$peers"
