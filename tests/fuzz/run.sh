#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzzers and runs each on each of its corpora, one after the other:
#   tests/fuzz/run.sh [SECONDS] [CORPUS...]
# New inputs go to build/fuzz/found/CORPUS. Inputs that found a fault stay there as crash-, leak-,
# oom- or timeout-SOMETHING, and the exit code is 1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=600
if [[ ${1-} =~ ^[0-9]+$ ]]; then
    seconds=$1
    shift
fi
corpora=("$@")
if ((${#corpora[@]} == 0)); then mapfile -t corpora < <(ls tests/fuzz/corpus); fi

cmake --preset fuzz -DBUILD_TESTING=ON >/dev/null
cmake --build --preset fuzz

status=0
for corpus in "${corpora[@]}"; do
    found=build/fuzz/found/$corpus
    mkdir -p "$found"
    if "build/fuzz/bin/fuzz_${corpus%%.*}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$found/" "$found" "tests/fuzz/corpus/$corpus" >"$found.log" 2>&1; then
        verdict=clean
    else
        verdict="WRONG: see $found.log"
        status=1
    fi
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$found.log")
    printf '%-22s %12s runs in %4d s, %5d new inputs, %s\n' "$corpus" "${runs:-?}" "$seconds" \
        "$(find "$found" -type f | wc -l)" "$verdict"
done
exit "$status"
