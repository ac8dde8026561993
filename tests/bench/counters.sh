#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The bottleneck of a config on an NVIDIA GPU, by its hardware counters: the utilization of each
# unit, the stalls of warps, and the sources of bytes. Nsight Compute supports only CUDA programs,
# so CUDA launches the program that the OpenCL driver compiled. Clocks are not changed.
#   ONE=build/release/tests/bench/one tests/bench/counters.sh DEVICE KERNEL PRECISION PROBLEM CONFIG
# PROBLEM and CONFIG are written as for `one`. SECTIONS chooses among those of `ncu
# --list-sections`.
set -euo pipefail
: "${ONE:?is the path of the program}"
: "${SECTIONS:=SpeedOfLight ComputeWorkloadAnalysis MemoryWorkloadAnalysis SchedulerStats WarpStateStats Occupancy}"
[ $# -eq 5 ] || { echo "usage: counters.sh DEVICE KERNEL PRECISION PROBLEM CONFIG" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

nvcc -O2 -std=c++17 -o "$folder/counters" "$(dirname "$0")/counters.cu" -lcuda
"$ONE" text "$@" >"$folder/program.ptx"
chosen=()
for section in $SECTIONS; do chosen+=(--section "$section"); done
# The first two runs are a warm-up.
ncu --clock-control none --launch-skip 2 --launch-count 1 "${chosen[@]}" \
    --metrics regex:smsp__average_warps_issue_stalled_.*_per_issue_active "$folder/counters" 3 <"$folder/program.ptx"
echo "and alone, without a profiler:"
"$folder/counters" 12 <"$folder/program.ptx" | tail -n 5
