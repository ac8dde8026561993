# SPDX-License-Identifier: MIT
# [device alone]
# --objective on PoCL beside a made counter of the CPU's energy: what no meter can say is refused before
# anything is built, what was measured is stored, shown and reported, and one config repeats.
source "$(dirname "$0")/check.bash"
folder=$(mktemp -d)
trap 'kill "$counter" 2>/dev/null; rm -rf "$folder"' EXIT
counter=
mkdir -p "$HOME" "$folder/empty"
export HONE_DB=$folder/a.db
told() { sqlite3 "$HONE_DB" "$1"; }

# No counter: one line, exit code 3, and nothing was tried.
export HONE_SYSFS=$folder/empty
for objective in energy edp; do
    hone tune reduction_tree --size n=65536 --objective $objective --max-evals 3
    exits 3
    tells "cannot be measured: $folder/empty/class/powercap has no counter of a CPU's energy"
    is "$(wc -l <<<"$err")" 2
done
is "$(told "SELECT count(*) FROM sqlite_schema WHERE name = 'trial'")$(told 'SELECT count(*) FROM trial')" 10

refused "unknown objective 'energie'; did you mean energy?" tune reduction --objective energie
refused "--objective is for one routine" tune --objective energy
refused "--objective is for kernels" tune --command 'sleep {T}' --parameters 'T=[0,1]' --objective energy

# Time under load needs no meter, and says that there is none.
hone tune reduction_tree --size n=65536 --objective sustained --strategy random_sample --max-evals 3
exits 0
says "the least time under steady load of"
is "$(told "SELECT count(*) > 0 AND min(joules = 0 AND message <> '' AND run_ns > 0 AND seconds >= 1.5) FROM steady_timing")" 1

# A package that takes 65 W, whose counter begins again every 100 J.
zone=$folder/sys/class/powercap/intel-rapl:0
mkdir -p "$zone"
echo package-0 >"$zone/name"
echo 100000000 >"$zone/max_energy_range_uj"
echo 1 >"$zone/energy_uj"
python3 - "$zone" <<'PYTHON' &
import os, sys, time
zone = sys.argv[1]
while True:
    with open(zone + "/next", "w") as file:
        file.write(f"{int(time.monotonic() * 65e6) % 100000000}\n")
    os.replace(zone + "/next", zone + "/energy_uj")
    time.sleep(0.01)
PYTHON
counter=$!
export HONE_SYSFS=$folder/sys
hone tune reduction_tree --size n=65536 --objective energy --strategy random_sample --max-evals 3 --fresh
exits 0
says "the least energy of"
says "under steady load: "
is "$(told "SELECT count(*) > 0 AND min(abs(watts - 65) < 4 AND abs(joules - 65 * run_ns * 1e-9) < 0.03 * joules) FROM steady_timing WHERE meter = 'RAPL'")" 1
run=$(told "SELECT id FROM run WHERE options = '{\"objective\":\"energy\"}'")
says "hone show ${run:0:10}"
hone show "$run"
exits 0
[[ $out =~ objective\ +energy ]] || complain "should name the objective"
says "work per joule"
hone best reduction_tree --objective energy
exits 0
says " W "
says "B/J"
hone best reduction_tree --objective energy --json
python3 -c 'import json, sys; best, = json.load(sys.stdin); assert 60 < best["under_load"]["watts"] < 70' <<<"$out" ||
    complain "should tell the power"
hone report --as markdown
says "How much energy does a run take?"
hone db check
exits 0

finish
