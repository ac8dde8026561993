#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One search with GNU parallel on one host: each of PARTS GPUs gets a part of the candidates. At the
# end, the databases are merged into one:
#   PARTS=4 examples/cluster/parallel.sh gemm_tile --time-limit 5m
set -euo pipefail
parts=${PARTS:?how many parts? Say PARTS=4}
export HONE=${HONE:-hone}
mkdir -p results
seq "$parts" | parallel --jobs "$parts" --halt now,fail=1 --quote env CUDA_VISIBLE_DEVICES='{= $_-- =}' \
    "$HONE" tune "$@" --shard "{}/$parts" --db 'results/part{}.db'
"$HONE" db merge results/part*.db --db results/all.db
