#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The report of 5 made devices with 100,000 trials: how long it takes to write, how large it is, and when
# Chromium first paints it and has drawn the last chart. Ends with 1 where it is 2 MB or more.
#   HONE=build/release/bin/hone tests/bench/large_report.sh [TRIALS]
set -euo pipefail
: "${HONE:?is the path of the program}"
trials=${1:-100000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Four kernels on each device; the times are random, and the same each time.
for device in 1 2 3 4 5; do
    for kernel in 1 2 3 4; do
        python3 - "$device" "$kernel" $((trials / 20)) >made.json <<'PYTHON'
import json
import random
import sys

device, kernel, count = map(int, sys.argv[1:])
random.seed(10 * device + kernel)
results = []
for i in range(count):
    config = {"WG": 32 << i % 5, "TILE": i // 5 % 10, "UNROLL": i // 50 % 10, "STAGES": i // 500}
    time = 0.1 * device * kernel * (1 + 9 * random.random())
    runtimes = [time * factor for factor in (1, 1.01, 0.99, 1, 1.02, 0.98, 1)]
    results.append({"configuration": config, "times": {"runtimes": runtimes}, "invalidity": "correct"})
print(json.dumps({"schema_version": "1.0.0", "results": results}))
PYTHON
        "$HONE" db import made.json --device-name "Made GPU $device" --kernel-name "made_$kernel" --db made.db \
            --quiet >imported.txt
    done
done

began=$(date +%s%N)
"$HONE" report made.db -o report.html --quiet
echo "written in $((($(date +%s%N) - began) / 1000000)) ms"
size=$(stat -c %s report.html)
echo "$((size / 1000)) kB"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [[ -n $browser ]]; then
    # The page itself tells when; Chromium writes that to its log, and is ended after ten seconds.
    sed 's|<head>|<head><script>addEventListener("load", () => { const wait = setInterval(() => { if (document.documentElement.dataset.ready !== "yes") return; clearInterval(wait); console.log(`first paint after ${Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime)} ms, charts after ${Math.round(performance.getEntriesByName("ready")[0].startTime)} ms`); }, 20); });</script>|' \
        report.html >timed.html
    { timeout 10 "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$folder/profile" --enable-logging=stderr --remote-debugging-port=0 \
        "file://$folder/timed.html" 2>&1 || true; } | grep -o 'first paint[^"]*ms' | head -n 1
fi
((size < 2000000))
