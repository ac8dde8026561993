# SPDX-License-Identifier: MIT
# [device] `hone probe`: what it measures is shown and stored, and an unknown probe is a mistake.
source "$(dirname "$0")/check.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir -p "$HOME"

hone probe launch_latency fma_f32 --db p.db
exits 0
says "FLOP/s"
says "median from the start of a kernel to the start of the next"
tells "fma_f32 on"

hone probe launch_latency --db p.db --json --quiet
exits 0
is_silent
says '"unit": "ns"'

hone db info --db p.db --json
says '{"what": "probe", "value": 3}'

# What was found of local memory goes before what the driver says of it.
hone probe local_memory_limit --db p.db --quiet
exits 0
python3 - <<'END'
import sqlite3
with sqlite3.connect("p.db") as store:
    store.execute("update probe set value = 1024 where name = 'local_memory_limit'")
END
hone why gemm_tile LA=1,LB=1,BK=32 --db p.db
exits 1
says "has 1,024"

# A peak that was measured too low defers nothing once another kernel was faster.
hone probe fma_f32 --db low.db
python3 - <<'END'
import sqlite3
with sqlite3.connect("low.db") as store:
    store.execute("update probe set value = value / 1000 where name = 'fma_f32'")
END
hone tune gemm --size M=64,N=64,K=64 --max-evals 4 --strategy random_sample --db low.db
exits 0
[[ ${out#*gemm_tile: tried} != *roofline* ]] || complain "should defer nothing for a peak that was exceeded"

hone probe fma_f23 --db p.db
exits 2
tells "did you mean fma_f32"
finish
