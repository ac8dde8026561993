# SPDX-License-Identifier: MIT
# [device alone] 3 % of a measured power are compared.
# --objective on PoCL with a mock counter of the CPU's energy: an objective without a meter is
# refused before anything is built; measurements are stored, shown and reported; and one config's
# energy is repeatable.
source "$(dirname "$0")/check.bash"
trap 'kill "$counter" 2>/dev/null; rm -rf "$folder"' EXIT
counter=
mkdir -p "$HOME" "$folder/empty"
export HONE_DB=$folder/a.db

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

# Time under load needs no meter, and the output says that there is none.
hone tune reduction_tree --size n=65536 --objective sustained --strategy random_sample --max-evals 3
exits 0
says "the least time under sustained load of"
is "$(told "SELECT count(*) > 0 AND min(joules = 0 AND message <> '' AND run_ns > 0 AND seconds >= 1.5) FROM steady_timing")" 1

# The same again: no config is new, and the known configs run under load.
hone tune reduction_tree --size n=65536 --objective sustained --strategy random_sample --max-evals 2
exits 0
says "tried 2 of"
says ", 2 of them in earlier runs"
says "the least time under sustained load of"
is "$(told "SELECT group_concat(state) FROM run")" finished,finished

# A package counter that wraps every 100 J. It shows 65 W from half a second after hone begins to
# read it, and 200 W before, which reveals a measurement outside of the load. hone lets the load
# settle for a second. The counter detects each reading as an opened file.
zone=$folder/sys/class/powercap/intel-rapl:0
mkdir -p "$zone"
echo package-0 >"$zone/name"
echo 100000000 >"$zone/max_energy_range_uj"
echo 1 >"$zone/energy_uj"
python3 - "$zone" <<'PYTHON' &
import ctypes, os, sys, time
zone = sys.argv[1]
libc = ctypes.CDLL(None)
opened = libc.inotify_init1(os.O_NONBLOCK)
assert libc.inotify_add_watch(opened, zone.encode(), 0x20) > 0  # IN_OPEN
joules, before, began, read = 0, time.monotonic(), 0, 0
while True:
    now = time.monotonic()
    joules += (65 if began + 0.5 < now < read + 1 else 200) * (now - before)
    before = now
    with open(zone + "/next", "w") as file:
        file.write(f"{int(joules * 1e6) % 100000000}\n")
    os.replace(zone + "/next", zone + "/energy_uj")
    try:
        if b"energy_uj" in os.read(opened, 1 << 16):
            if now > read + 1:
                began = now
            read = now
    except BlockingIOError:
        pass
    time.sleep(0.01)
PYTHON
counter=$!
export HONE_SYSFS=$folder/sys
hone tune reduction_tree --size n=65536 --objective energy --strategy random_sample --max-evals 3 --fresh
exits 0
says "the least energy of"
says "under sustained load: "
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

# One config, twice: its energy is that of the load. The run's time depends on the machine, which
# may be busy. So the energy per second of load is compared: it differs by 3 % at most, and equals
# the package's power.
mkdir "$folder/one"
cp "$(dirname "$0")/../fault_icd/add.cl" "$folder/one"
sed 's/^WG = .*/WG = [32]/' "$(dirname "$0")/../fault_icd/add.toml" >"$folder/one/add.toml"
export HONE_DB=$folder/twice.db
for _ in 1 2; do
    hone tune "$folder/one/add.toml" --objective energy --strategy brute_force --fresh
    exits 0
done
timings="steady_timing JOIN trial ON trial.id = trial_id"
is "$(told "SELECT count(DISTINCT run_id) || ' runs of ' || count(DISTINCT config) FROM $timings")" "2 runs of 1"
by_second="joules / (run_ns * 1e-9)"
is "$(told "SELECT iif(min(joules) > 0 AND max($by_second) <= 1.03 * min($by_second) AND max(abs($by_second - 65)) < 4,
    'it repeats', group_concat(($by_second) || ' W')) FROM $timings")" "it repeats"

finish
