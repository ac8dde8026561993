#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Replaces hone while the commands of documents are tested: the same command with few trials, for
# small problems, on the device of this machine. A search of GEMM builds dozens of programs, so each
# of its kernels is tuned only once. After that, a GEMM command with sizes or a constraint is only
# planned (--dry-run), and one without is run with a reduction instead. A device is tuned for
# seconds. $HONE is the program.
set -euo pipefail
: "${HONE:?is the path of the program}"

command=${1-}
kernel=
where_to=0  # the position of the kernel among the words
size=
search=yes
program=
limited=()
while (($# > 0)); do
    case $1 in
        --time-limit | -t | --max-evals) shift ;;
        --device | -d) limited+=("$1" "${2/[A-Za-z]*/0}") && shift ;;
        --size | -s) size=yes && limited+=("$1" "$(sed -E 's/\b([MNK])=[0-9]+/\1=32/g' <<<"$2")") && shift ;;
        --sizes)
            size=yes
            limited+=("$1" "$(sed -E 's/^[0-9]+\.\.[0-9]+:.*/32..48:2/; s/[0-9]{3,}/32/g' <<<"$2")") && shift
            ;;
        --command | --parameters | --constraint | --read | --name)
            [[ $1 != --command ]] || program=yes
            limited+=("$1" "$2") && shift
            ;;
        --where) size=yes && limited+=("$1" "$2") && shift ;;
        --transfer | --dry-run) search= && limited+=("$1") ;;
        *)
            if [[ ${#limited[@]} -gt 0 && -z $kernel && $1 != -* ]]; then kernel=$1 where_to=${#limited[@]}; fi
            limited+=("$1")
            ;;
    esac
    shift
done

tune() {
    if [[ -n $program ]]; then
        limited+=(--max-evals 2 --quiet)
        return
    fi
    if [[ -z $kernel ]]; then
        limited+=(--time-limit 4s --quiet)
        return
    fi
    limited+=(--max-evals 1 --quiet)
    local done_once=$HOME/tuned-$kernel
    if [[ $kernel == gemm* && -n $search && -e $done_once ]]; then
        if [[ -n $size ]]; then
            limited+=(--dry-run)
        else
            limited[where_to]=reduction_last
            kernel=reduction_last
        fi
    fi
    [[ -z $search ]] || touch "$HOME/tuned-$(basename "$kernel")"
    [[ -n $size ]] || case $kernel in
        gemm* | clblast_xgemm*) limited+=(--size "M=32,N=32,K=32") ;;
        reduction*) limited+=(--size n=65536) ;;
        *vector.toml) limited+=(--size n=1Mi) ;;
    esac
}

case $command in
    tune) tune ;;
    regret) limited+=(--max-evals 1 --count 1 --quiet) ;;
    check) [[ -n $kernel ]] || limited+=(reduction_last) ;;
    replay) limited+=(--repeat 2 --budget 20) ;;
esac
exec "$HONE" "${limited[@]}"
