#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every shipped kernel, in configs sampled evenly from its space, at sizes that fit no tile:
#   tests/check_kernels.sh          a few configs of each: seconds
#   tests/check_kernels.sh --all    200 configs at 6 sizes: hours
# Each runs once between inaccessible pages (PoCL), and once on a simulated device that detects
# invalid accesses, races and uninitialized reads (Oclgrind, if installed). First each of the two
# must find kernels with planted errors. Kernels that need an NVIDIA GPU run on neither. CHECKER is
# the program of tests/checker.cpp.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
: "${CHECKER:=$root/build/release/bin/checker}"
[[ -x $CHECKER ]] || { echo "FAILED: no program at $CHECKER"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HONE_SHARE=$root POCL_CACHE_DIR=$folder/pocl HOME=$folder
mkdir "$POCL_CACHE_DIR"
failed=0

complain() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

# shellcheck disable=SC2054  # commas are part of a size
gemm_sizes=(M=17,N=33,K=5 M=1,N=1,K=1 M=65,N=31,K=17,TA=1,beta=1 M=1,N=130,K=2,TB=1,alpha=2
    M=31,N=1,K=70,lda=96,ldc=16,beta=-2 M=40,N=36,K=34,TA=1,TB=1)
# shellcheck disable=SC2054
reduction_sizes=(n=1 n=31 n=1021 n=4099 n=5000,operation=max n=333,operation=dot)

# checked WAY KERNEL PRECISION CONFIGS SIZE...: the checker's output is in $folder/said, the
# simulation's in $folder/log.
checked() {
    local way=$1
    shift
    rm -f "$folder/log"
    if [[ $way == pages ]]; then
        "$CHECKER" pages "$@"
    else
        # Without optimization: optimizers produce instructions that Oclgrind does not support. With
        # more local memory than its default of 32 KiB, which is too small for some configs.
        oclgrind --log "$folder/log" --build-options -O0 --num-threads 1 --data-races --uninitialized \
            --local-mem-size 262144 --max-errors 20 "$CHECKER" plain "$@"
    fi >"$folder/said" 2>&1
}

is_clean() { ! grep -q . "$folder/log" 2>/dev/null; }

# A check must find the planted errors, and must not report errors in a correct kernel.
sees() {
    local way=$1 fault
    shift
    cp "$root/tests/planted/memory.cl" "$folder"
    for fault in "$@"; do
        sed "s/^FAULT = .*/FAULT = [\"$fault\"]/" "$root/tests/planted/memory.toml" >"$folder/memory.toml"
        if checked "$way" "$folder/memory.toml" f32 1 n=1024 && is_clean; then
            [[ $fault == NONE ]] || complain "$way does not see $fault"
        else
            [[ $fault != NONE ]] || complain "$way sees a fault in a right kernel: $(tail -3 "$folder/said")"
        fi
    done
}

check() {
    local way=$1 configs=$2 kernel=$3 precision=$4
    shift 4
    if checked "$way" "$kernel" "$precision" "$configs" "$@" && is_clean; then
        printf '%-9s %-16s %-4s %5d runs, clean\n' "$way" "$kernel" "$precision" \
            "$(grep -c '^ran ' "$folder/said")"
    else
        complain "$way $kernel $precision: $(tail -2 "$folder/said")"
        head -12 "$folder/log" 2>/dev/null
    fi
}

check_all() {
    local way=$1 configs=$2 gemms=("${gemm_sizes[@]:0:$3}") reductions=("${reduction_sizes[@]:0:$3}")
    shift 3
    for precision in "$@"; do
        check "$way" "$configs" gemm_panel "$precision" "${gemms[@]}"
        check "$way" "$configs" gemm_tile "$precision" "${gemms[@]}"
        check "$way" "$configs" reduction_tree "$precision" "${reductions[@]}"
        check "$way" "$configs" reduction_last "$precision" "${reductions[@]}"
    done
}

pages_see=(NONE READS_PAST READS_BEFORE WRITES_PAST WRITES_BEFORE)
simulation_sees=("${pages_see[@]}" LOCAL_PAST RACE UNWRITTEN)
sees pages "${pages_see[@]}"
if [[ ${1-} == --all ]]; then check_all pages 200 6 f32 f64; else check_all pages 3 2 f32; fi
if command -v oclgrind >/dev/null; then
    sees simulated "${simulation_sees[@]}"
    if [[ ${1-} == --all ]]; then check_all simulated 200 6 f32 f64; else check_all simulated 2 1 f32; fi
else
    echo "skipped: the simulation, because Oclgrind is not installed (Debian's package oclgrind)"
fi
exit "$failed"
