#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures of a report, computed again from the raw samples with SQLite and Python alone.

Merges the databases that are named into a new one with $HONE, lets it write the report as JSON, and compares the
times, rates, speedups, counts and means of the report with what this script finds. Then it changes figures of
the report by 1 %, each of which has to be found out."""
import collections
import copy
import json
import math
import os
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile

CAREFUL = ("final", "check")
FLOPS_PER_BYTE = 8  # above it a rate is one of arithmetic

Trial = collections.namedtuple("Trial", "key config purpose outcome started ordinal samples flops bytes checked rank")


def unpacked(blob):
    return struct.unpack(f"<{len(blob) // 8}q", blob)


def median(trial):
    return statistics.median(trial.samples)


class Raw:
    """All trials of a database, by device, kernel name, routine, precision, problem and conditions."""

    def __init__(self, file):
        base = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        self.trials = collections.defaultdict(list)
        rows = base.execute(
            """SELECT r.device_id, k.name, k.routine, r.precision, r.problem, r.conditions, t.config, t.purpose,
                      t.outcome, t.started, t.ordinal, t.samples, t.flops, t.bytes, t.checked_with, f.rank
               FROM trial t JOIN run r ON r.id = t.run_id JOIN kernel k ON k.id = r.kernel_id
               LEFT JOIN finalist f ON f.trial_id = t.id""")
        for row in rows:
            key = row[:6]
            self.trials[key].append(Trial(key, *row[6:11], unpacked(row[11]), *row[12:]))
        self.wrong = {(device, name, config) for device, name, config in base.execute(
            """SELECT r.device_id, k.name, s.config FROM size_check s JOIN run r ON r.id = s.run_id
               JOIN kernel k ON k.id = r.kernel_id WHERE s.outcome <> 'ok'""")}
        self.cpus = {device for device, in base.execute("SELECT id FROM device WHERE type = 'cpu'")}
        self.references = {}
        self.libraries = collections.defaultdict(dict)  # of a problem on a device, timed in runs of any kernel
        for *key, name, samples in base.execute(
                """SELECT r.device_id, k.name, k.routine, r.precision, r.problem, r.conditions, t.name, t.samples
                   FROM reference_timing t JOIN run r ON r.id = t.run_id JOIN kernel k ON k.id = r.kernel_id
                   WHERE length(t.samples) > 0 ORDER BY r.started, t.at"""):
            self.references[tuple(key), name] = statistics.median(unpacked(samples))
            self.libraries[key[0], *key[2:]].setdefault(name, self.references[tuple(key), name])
        self.rates = collections.defaultdict(list)  # of a probe of a device: all repeats of all runs
        for device, name, value, samples in base.execute(
                "SELECT device_id, name, value, samples FROM probe WHERE unit IN ('B/s', 'FLOP/s') AND value > 0"):
            times = unpacked(samples)
            if not name.endswith("_sweep"):
                self.rates[device, name] += [value * min(times) / time for time in times]

    def peak(self, device, name):
        return max(self.rates.get((device, name), [0]))

    def share(self, best):
        """Of memory's bandwidth or of the rate of vector units: what a trial is nearer to."""
        device, precision = best.key[0], best.key[3]
        shares = [amount / (median(best) * 1e-9) / most for amount, most in (
            (best.bytes, max(self.peak(device, "read_bandwidth"), self.peak(device, "copy_bandwidth"))),
            (best.flops, self.peak(device, "fma_" + precision))) if most > 0]
        return max(shares, default=None)

    def best(self, key):
        """The config that a final round chose, by its latest careful trial; else the fastest that was checked."""
        latest, chosen = {}, set()
        wrong = {trial.config for trial in self.trials[key] if trial.outcome == "wrong"}
        for trial in sorted(self.trials[key], key=lambda t: (t.purpose in CAREFUL, t.started, t.ordinal)):
            latest[trial.config] = trial
            if trial.rank == 1:
                chosen.add(trial.config)
        good = [trial for config, trial in latest.items() if trial.outcome == "ok" and trial.checked
                and config not in wrong and (key[0], key[1], config) not in self.wrong]
        return min(good, key=lambda t: (t.config not in chosen, median(t), t.config), default=None)

    def peer(self, best):
        """What the fastest other library takes, and whether it is a weak one: CLBlast on a CPU, if there is no other."""
        times = dict(self.libraries[best.key[0], *best.key[2:]])
        times.update({name: time for (key, name), time in self.references.items() if key == best.key})
        weak = {name for name in times if name.startswith("clblast") and best.key[0] in self.cpus}
        counted = {name: times[name] for name in times if name not in weak} or times
        return min(counted.values(), default=None), bool(weak) and counted is times

    def winners(self):
        """The fastest kernel of each device, routine, precision, problem and conditions."""
        bests = {}
        for key in self.trials:
            best = self.best(key)
            problem = (key[0],) + key[2:]
            if best and (problem not in bests or median(best) < median(bests[problem])):
                bests[problem] = best
        return bests


def rate_of(trial):
    amount = trial.flops if trial.flops > FLOPS_PER_BYTE * trial.bytes or trial.bytes <= 0 else trial.bytes
    return amount / (median(trial) * 1e-9)


def table(report, title):
    return next(t["rows"] for section in report["sections"] for t in section["tables"] if t["title"] == title)


def middle(rates):
    """The one or two in the middle: the median of their times is the harmonic mean of the rates."""
    half = len(rates) // 2
    return sorted(rates)[half - 1 + len(rates) % 2:half + 1]


def near(one, other):
    return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-6)


def matched(rows, winners):
    """Each row of the best configs with the winner that has its kernel and exactly its time."""
    for row in rows:
        found = [w for w in winners if w.key[1] == row["kernel"] and near(median(w), row["time_ns"])
                 and f"{w.key[2]} {w.key[3]} " in row["problem"]]
        yield row, found[0] if len(found) == 1 else None


def faults(report, raw):
    """How many figures were compared, and which differ."""
    compared, wrong = 0, []
    winners = raw.winners()

    def expect(what, told, found):
        nonlocal compared
        compared += 1
        if not near(told, found):
            wrong.append(f"{what}: the report says {told}, the samples say {found}")

    rows = table(report, "The best config of each device")
    expect("best configs", len(rows), len(winners))
    speedups = collections.defaultdict(lambda: ([], []))  # over strong and over weak peers
    for row, best in matched(rows, winners.values()):
        what = f"{row['problem']} on {row['device']}"
        if not best:
            wrong.append(f"{what}: no winner takes {row['time_ns']} ns")
            continue
        expect(what + ", rate", row["rate_per_s"], rate_of(best))
        if row["of_limit"] is not None:
            expect(what + ", share of " + row["limit"], row["of_limit"], raw.share(best))
        if (best.key, "clblast") in raw.references:
            speedup = raw.references[best.key, "clblast"] / median(best)
            expect(what + ", over CLBlast", row["over_clblast"], speedup)
        peer, weak = raw.peer(best)
        if peer:
            speedups[row["device"], " ".join(best.key[2:4])][weak].append(peer / median(best))
    for row in table(report, "Each device and routine"):
        strong, weak = speedups[row["device"], row["routine"]]
        found = strong or weak
        expect(f"{row['routine']} on {row['device']}, over peer", row["over_peer"],
               statistics.geometric_mean(found) if found else None)
    for row in table(report, "Measured peaks of each device"):
        rates = [rates for (_, name), rates in raw.rates.items()
                 if name.replace("_", " ") == row["probe"] and near(max(rates), row["value"])]
        if row["unit"] in ("B/s", "FLOP/s") and row["value"] > 0:
            what = f"{row['probe']} of {row['device']}"
            expect(what + ", repeats", row["repeats"], len(rates[0]) if rates else None)
            expect(what + ", median", row["median"], statistics.harmonic_mean(middle(rates[0])) if rates else None)
            expect(what + ", slowest", row["slowest"], min(rates[0]) if rates else None)
    expect("trials", int(report["about"].split("(")[1].split(" kept")[0].replace(",", "")),
           sum(map(len, raw.trials.values())))
    return compared, wrong


def falsified(report):
    """The report with one figure 1 % higher, for several figures."""
    for title, key in (("The best config of each device", "time_ns"), ("The best config of each device", "rate_per_s"),
                       ("The best config of each device", "over_clblast"), ("Each device and routine", "over_peer"),
                       ("The best config of each device", "of_limit"), ("Measured peaks of each device", "median"),
                       ("Measured peaks of each device", "slowest")):
        lie = copy.deepcopy(report)
        next(row for row in table(lie, title) if row[key] is not None)[key] *= 1.01
        yield f"{title}: {key}", lie


def with_libraries(merged, hone, folder):
    """Times of other libraries: one slower than CLBlast on a CPU, one faster than it on a GPU."""
    base = sqlite3.connect(f"file:{merged}?mode=ro", uri=True)
    file = os.path.join(folder, "libraries.csv")
    with open(file, "w", encoding="utf-8") as csv:
        csv.write("library,version,device,routine,precision,problem,cache,clock,times_ns\n")
        for library, kind, time, clock in (("openblas", "cpu", 7 * 10 ** 9, "host"), ("cublas", "gpu", 1000, "device")):
            device, = base.execute("SELECT name FROM device WHERE type = ? ORDER BY name", (kind,)).fetchone()
            csv.write(f'{library},,"{device}",gemm,f32,M=1024 N=1024 K=1024,warm,{clock},'
                      f"{' '.join(str(time + i) for i in range(7))}\n")
    base.close()
    subprocess.run([hone, "db", "import", file, "--db", merged, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def main():
    hone, files = os.environ["HONE"], sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        merged = os.path.join(folder, "all.db")
        subprocess.run([hone, "db", "merge", *files, "--db", merged, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        with_libraries(merged, hone, folder)
        report = json.loads(subprocess.run([hone, "report", merged, "--as", "json"], check=True,
                                           capture_output=True, text=True).stdout)
        raw = Raw(merged)
    compared, wrong = faults(report, raw)
    named = {peer for row in table(report, "Each device and routine") for peer in (row["peer"] or "").split(", ")}
    wrong += [f"{library} is not named as a peer" for library in ("OpenBLAS", "cuBLAS 1") if library not in named]
    print(f"{compared} figures compared with the samples, {len(wrong)} differ")
    for fault in wrong:
        print("FAILED", fault)
    failed = len(wrong) + (compared < 30)
    for what, lie in falsified(report):
        if not faults(lie, raw)[1]:
            failed += 1
            print("FAILED a lie was believed:", what)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
