#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The report of 5 synthetic devices with 100,000 trials: its writing time, its size, and Chromium's
# times of the first paint and of the last drawn chart. Ends with 1 if the report has 2 MB or more,
# or if the first paint waits for the charts. TRIALS are divided among 20 searches.
#   HONE=build/release/bin/hone tests/bench/large_report.sh [TRIALS]
set -euo pipefail
: "${HONE:?is the path of the program}"
trials=${1:-100000}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Four kernels on each device; the times are random, but the same each time.
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
    cat >times.js <<'JAVASCRIPT'
new Promise((done) => {
  const time = (name) => Math.round(performance.getEntriesByName(name)[0].startTime);
  const look = () =>
    document.documentElement.dataset.ready === "yes" ? done(`${time("first-contentful-paint")} ${time("ready")}`) : setTimeout(look, 20);
  look();
})
JAVASCRIPT
    read -r paint charts < <(python3 -B "$here/../browser/open.py" "$browser" report.html times.js)
    echo "first paint after $paint ms, charts after $charts ms"
    ((paint < charts))
fi
((size < 2000000))
