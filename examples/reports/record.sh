#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Records the data of a report for one device: its peak rates, the best configs of both routines in
# two precisions at five sizes, and the ladders. A repeated run continues where it stopped.
#   HONE=build/release/bin/hone examples/reports/record.sh DEVICE DATABASE [TIME]
# DEVICE is an index or a part of a name as in `hone devices`; TIME is the tuning time of each
# problem (20s). Afterwards, if the database also has results of other devices,
# `hone tune gemm --transfer missing` and the same for reduction measure their best configs here.
set -euo pipefail
: "${HONE:?is the path of the program}"
device=${1:?usage: record.sh DEVICE DATABASE [TIME]}
export HONE_DB=${2:?usage: record.sh DEVICE DATABASE [TIME]}
time=${3:-20s}

"$HONE" probe -q -d "$device"
for precision in f32 f64; do
    "$HONE" tune reduction -q -d "$device" -p "$precision" -t "$time" --sizes 64Ki,1Mi,4Mi,16Mi,64Mi
    "$HONE" tune gemm -q -d "$device" -p "$precision" -t "$time" --sizes 256,512,1024,1536,2048
done
"$HONE" ladder reduction -q -d "$device" --sizes 16Mi
"$HONE" ladder gemm -q -d "$device" --sizes 1024 --timeout 10s
