#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Records what a report shows of one device: its ceilings, the best of both routines in two precisions at
# five sizes, and the ladders. Run again it goes on where it was.
#   HONE=build/release/bin/hone examples/reports/record.sh DEVICE DATABASE [TIME]
# DEVICE is an index or a part of a name as in `hone devices`; TIME what each problem is tuned for (20s).
# Afterwards, with what other devices found in the same database, `hone tune gemm --transfer missing` and
# the same of reduction measure here what was best there.
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
