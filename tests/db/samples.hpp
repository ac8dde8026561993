// SPDX-License-Identifier: MIT
// Sample data for the tests of the store: a device, a kernel, a run, a trial, and a folder.
#pragma once

#include <string>

#include "db/model/canonical_json.hpp"
#include "db/sqlite/version.hpp"
#include "db/store/store.hpp"
#include "tests/folder.hpp"

namespace hone::samples {

using test::Folder;

inline Device device() {
    Device device;
    device.name = "Test GPU";
    device.vendor = "ACME";
    device.driver = "1.2.3";
    device.type = "gpu";
    device.architecture = "sm_90";
    device.pci = "0000:01:00.0";
    device.compute_units = 132;
    device.max_work_group = 1024;
    device.max_items = {1024, 1024, 64};
    device.fp64 = true;
    device.extensions = "cl_khr_fp64";
    return device;
}

inline Kernel kernel() {
    return {"gemm_tile", "gemm", "kernel void gemm() {}", "routine = 'gemm'", "launch\tgemm\t\t\n"};
}

inline MeasurementKey key(Store& store, std::int64_t size = 64) {
    return {store.add(device()), store.add(kernel()), "f32",
            canonical({{"K", size}, {"M", size}, {"N", size}})};
}

inline Run run(const MeasurementKey& key) {
    Run run;
    run.key = key;
    run.strategy = "random";
    run.seed = 7;
    run.options = canonical({{"max_evals", std::int64_t{100}}});
    run.candidates = "170141183460469231731687303715884105727";
    run.tool = this_tool();
    run.pci = "0000:01:00.0";
    return run;
}

inline std::string config(std::int64_t tile) {
    return canonical({{"MWG", tile}, {"KIND", "fast"}});
}

/// A correct trial of about this many nanoseconds.
inline Trial trial(const std::string& run, std::int64_t tile, std::int64_t time = 1000) {
    Trial trial;
    trial.run = run;
    trial.config = config(tile);
    trial.samples = {time - 2, time, time + 2, time - 1, time + 1, time};
    trial.checked_with = "host";
    trial.error = 0.25;
    trial.flops = 2e6;
    trial.bytes = 3e5;
    return trial;
}

/// A probe's result at a point of a sweep.
inline Probe probe(const std::string& device, double point, double value) {
    Probe probe;
    probe.device = device;
    probe.name = probes::stride_sweep;
    probe.point = point;
    probe.value = value;
    probe.unit = "B/s";
    probe.how = "256 work-items";
    probe.samples = {10, 11, 12};
    probe.tool = "hone test";
    return probe;
}

/// A failed trial, with its reason.
inline Trial failed(const std::string& run, std::int64_t tile, Outcome outcome) {
    Trial trial;
    trial.run = run;
    trial.config = config(tile);
    trial.outcome = outcome;
    trial.message = "as planned";
    return trial;
}

inline Trial wrong(const std::string& run, std::int64_t tile) {
    Trial trial = failed(run, tile, Outcome::wrong);
    trial.checked_with = "host";
    trial.location = "C[3, 17]";
    trial.error = 12.5;
    trial.wrong_elements = 1;
    return trial;
}

inline ReferenceTiming reference(const std::string& run) {
    return {.run = run,
            .name = "clblast",
            .version = "1.5.3",
            .samples = {5, 6},
            .time = {},
            .message = {}};
}

/// Adds rows to most tables that refer to a run or a trial. The best config has this tile, and the
/// next one is wrong. Returns the best trial.
inline Trial add_results(Store& store, const std::string& run, std::int64_t tile) {
    Trial chosen = store.add(trial(run, tile, 1000 + tile));
    store.add(wrong(run, tile + 1));
    store.add(run, Finalist{chosen.id, 1, false});
    store.add(SizeCheck{run, config(tile), "{}", Outcome::ok, ""});
    store.add_audit(chosen.id, "occupancy");
    store.set(run, Pruned{"local memory", "rejected", tile, "too much"});
    store.add(reference(run));
    store.add(Sentinel{.run = run, .config = config(tile), .samples = {7}, .time = {}});
    store.kill(run, config(9), Cause::crash, "signal 11");
    return chosen;
}

}  // namespace hone::samples
