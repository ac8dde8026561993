# SPDX-License-Identifier: MIT
# [device] `hone probe`: its measurements are shown and stored, and an unknown probe is an
# error.
source "$(dirname "$0")/check.bash"
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

# A probed amount of local memory takes precedence over the driver's.
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

# A peak that was measured too low defers nothing after another kernel was faster.
hone probe fma_f32 --db low.db --json --quiet
is_silent
python3 - "$out" <<'END' || complain "should answer a rate with its repeats and how it was reached"
import json, sys
fma, = json.loads(sys.argv[1])
assert fma["value"] > 1e6 and fma["repeats"] >= 7 and "in flight" in fma["method,_or_why_it_failed"], fma
END
python3 - <<'END'
import sqlite3
with sqlite3.connect("low.db") as store:
    store.execute("update probe set value = value / 1000 where name = 'fma_f32'")
END
hone tune gemm --size M=64,N=64,K=64 --max-evals 4 --strategy random_sample --db low.db
exits 0
[[ ${out#*gemm_tile: tried} != *roofline* ]] || complain "should defer nothing for a peak that was exceeded"

# Caches: a curve with its repeats, and the levels found in it. Their figures are in the file too.
hone probe cache_sweep matrix_f16 --db caches.db --json --quiet
exits 0
is_silent
python3 - "$out" <<'END' || complain "should show the curve, its spread and its levels"
import json, sys
rows = json.loads(sys.argv[1])
curve = [row for row in rows if row["probe"] == "cache_sweep"]
levels = [row for row in rows if row["probe"].endswith(" cache")]
assert len(curve) > 20 and curve == sorted(curve, key=lambda row: row["point"]), curve
for row in curve:
    least, low, middle, high = (row[name] for name in ("slowest", "median_low", "median", "median_high"))
    one = 1 + 1e-9  # they are rounded separately
    assert least <= low * one and low <= middle * one and middle <= high * one, row
    assert row["repeats"] >= 7, row
# A level is faster than larger ones.
assert all(one["value"] > other["value"] and one["point"] < other["point"] for one, other in zip(levels, levels[1:])), levels
END
hone report --only limit --as json --db caches.db
exits 0
says "matrix f16"

hone probe fma_f23 --db p.db
exits 2
tells "did you mean fma_f32"
finish
