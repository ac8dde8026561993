#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An application's loss at sizes that were not tuned: some sizes are tuned and covered, twenty
# others are drawn, and for each the config that an application gets runs side by side with the best
# of that very size.
#   HONE=build/release/bin/hone tests/bench/regret.sh DEVICE [KERNEL [SIZES [TIME]]]
# SIZES has the format of `hone tune --sizes`; TIME is the tuning time of each size. Ends with 0 if
# four in five are within 10 %.
set -euo pipefail
: "${HONE:?is the path of the program}"
device=${1:?usage: regret.sh DEVICE [KERNEL [SIZES [TIME]]]}
kernel=${2:-gemm}
sizes=${3:-16..512:18}
time=${4:-15s}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HONE_DB=${HONE_DB:-$folder/hone.db}

"$HONE" tune "$kernel" --sizes "$sizes" --device "$device" --time-limit "$time" --quiet
"$HONE" cover "$kernel" --device "$device" --within 5% --max 12 --quiet || true
"$HONE" regret "$kernel" --device "$device" --time-limit "$time" --quiet
