# SPDX-License-Identifier: MIT
# Kernel Tuner's caches of real GPUs become a report: all devices, the portability matrix, the
# important parameters. Some figures are recomputed from the raw lines.
source "$(dirname "$0")/check.bash"
raw=$(cd "$(dirname "$0")/../reports/replay" && pwd)
cd "$folder" || exit 1

cat >caches.py <<'EOF'
import csv, gzip, json, pathlib, sys
names = {"2080_Ti": "NVIDIA GeForce RTX 2080 Ti", "3090": "NVIDIA GeForce RTX 3090",
         "3060_laptop": "NVIDIA GeForce RTX 3060 Laptop GPU"}
why = {"compile_fail": "CompilationFailedConfig", "run_fail": "RuntimeFailedConfig"}
for file in pathlib.Path(sys.argv[1]).glob("kt_*.csv.gz"):
    _, kernel, gpu = file.name.removesuffix(".csv.gz").replace("_RTX", "").split("_", 2)
    rows = list(csv.reader(gzip.open(file, "rt")))
    count = rows[0].index("status")
    cache = {}
    for row in rows[1:]:
        entry = {name: int(value) for name, value in zip(rows[0][:count], row)}
        entry["time"] = float(row[count + 1]) if row[count] == "ok" else why[row[count]]
        cache[",".join(row[:count])] = entry
    json.dump({"device_name": names[gpu], "kernel_name": kernel, "problem_size": "",
               "tune_params_keys": rows[0][:count], "tune_params": {}, "objective": "time",
               "cache": cache}, open(f"{kernel}_{gpu}.json", "w"))
EOF
python3 caches.py "$raw" || exit 1
for cache in *.json; do
    hone db import "$cache" --db kt.db
    exits 0
done

hone report kt.db --as json
exits 0
printf '%s' "$out" >report.out
cat >figures.py <<'EOF'
import json
report = {section["name"]: section for section in json.load(open("report.out"))["sections"]}
table = lambda section, title: next(
    t["rows"] for t in report[section]["tables"] if t["title"] == title)

def times(kernel, gpu):
    cache = json.load(open(f"{kernel}_{gpu}.json"))
    keys = cache["tune_params_keys"]
    return {tuple(entry[key] for key in keys): entry["time"]
            for entry in cache["cache"].values() if isinstance(entry["time"], float)}

devices = {row["name"] for row in table("devices", "Devices")}
assert devices == {"NVIDIA GeForce RTX 2080 Ti", "NVIDIA GeForce RTX 3090",
                   "NVIDIA GeForce RTX 3060 Laptop GPU"}, devices

# The laptop GPU's best, run on the RTX 3090.
laptop, desktop = times("pnpoly", "3060_laptop"), times("pnpoly", "3090")
moved = min(desktop.values()) / desktop[min(laptop, key=laptop.get)]
cell = next(row["share"] for row in table("portability", "The portability matrix")
            if row["kernel"] == "pnpoly" and "3060" in row["best_of"] and "3090" in row["run_on"])
assert abs(cell - moved) < 1e-6, (cell, moved)

# The config with the best harmonic mean over both GPUs.
old, new = times("convolution", "2080_Ti"), times("convolution", "3090")
mean = max(2 / (old[config] / min(old.values()) + new[config] / min(new.values()))
           for config in old.keys() & new.keys())
said = next(row["portability"] for row in table("portability", "The most portable config")
            if row["kernel"] == "convolution")
assert abs(said - mean) < 1e-6, (said, mean)

explained = {(row["kernel"], row["device"]) for row in table("importance", "Parameters")}
assert len(explained) == 4, explained
print(f"moved {cell:.4f}, portable {said:.4f}")
EOF
call="figures of the report"
python3 figures.py || complain "should be those of the raw lines"
finish
