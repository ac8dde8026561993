// SPDX-License-Identifier: MIT
// A store with two synthetic devices that were tuned for the same two problems; every figure and
// every date is fixed.
#pragma once

#include <string>

#include "db/model/canonical_json.hpp"
#include "db/store/store.hpp"
#include "tests/db/samples.hpp"

namespace hone::made {

constexpr std::int64_t noon = 1'772'366'400'000;  // 2026-03-01 12:00 UTC

inline Device device(const std::string& name, const std::string& driver = "1.0") {
    Device device = samples::device();
    device.name = name;
    device.driver = driver;
    device.platform = "Made";
    device.global_memory = 8LL << 30;
    return device;
}

inline Kernel kernel() {
    return {"gemm_tile", "gemm", "kernel void gemm() {}",
            "[ladder]\n\"plain\" = { T = 1, V = 1 }\n'tiled' = { T = 2 }\nvectors = { V = 2 }\n"};
}

inline std::string config(std::int64_t tile, std::int64_t vector) {
    return canonical({{"T", tile}, {"V", vector}});
}

inline Run begin(Store& store, const Device& device, std::int64_t size) {
    Run run;
    run.key = {store.add(device), store.add(kernel()), "f32",
               canonical({{"K", size}, {"M", size}, {"N", size}})};
    run.strategy = "random";
    run.candidates = "16";
    run.tool = "hone test";
    run.command = "hone tune gemm";
    run.host = "made";
    run.pid = 1;
    run.started = noon + size;
    return store.start(run);
}

inline Trial trial(const Run& run, std::int64_t tile, std::int64_t vector, std::int64_t time,
                   std::int64_t size) {
    Trial trial = samples::trial(run.id, tile, time);
    trial.config = config(tile, vector);
    trial.started = run.started + 1000 * (tile + vector);
    trial.flops = 2.0 * static_cast<double>(size * size * size);
    trial.bytes = 12.0 * static_cast<double>(size * size);
    return trial;
}

inline Probe probe(const std::string& device, std::string_view name, double point, double value,
                   const std::string& unit) {
    Probe probe = samples::probe(device, point, value);
    probe.name = name;
    probe.unit = unit;
    probe.at = noon;
    return probe;
}

/// One run: five tiles by five vectors; the times depend on the device's preferences.
inline Run tune(Store& store, const Device& device, std::int64_t size, std::int64_t taste) {
    const Run run = begin(store, device, size);
    for (std::int64_t tile = 1; tile <= 5; ++tile)
        for (std::int64_t vector = 1; vector <= 5; ++vector) {
            const std::int64_t time =
                size * (100 + 20 * (tile - taste) * (tile - taste) + 3 * vector);
            Trial one = trial(run, tile, vector, time, size);
            if (tile == 1 && vector == 1) one.purpose = Purpose::default_config;
            store.add(one);
        }
    Trial broken = samples::failed(run.id, 9, Outcome::build);
    broken.config = config(9, 1);
    broken.started = run.started + 30'000;
    broken.message = "no room\nfor that";
    store.add(broken);
    Trial final = trial(run, taste, 1, size * 103, size);
    final.purpose = Purpose::final;
    store.add(run.id, Finalist{store.add(final).id, 1, false});
    store.set(run.id, Pruned{"local memory", "rejected", 7, "70 KiB > 48 KiB"});
    ReferenceTiming reference;
    reference.run = run.id;
    reference.name = "clblast";
    reference.at = noon;
    reference.samples = {size * 200, size * 200, size * 202, size * 198, size * 199, size * 201};
    store.add(reference);
    store.end(run.id, State::finished);
    return run;
}

inline void add_ladder_run(Store& store, const Device& device, std::int64_t size) {
    Run run = begin(store, device, size + 1);
    std::int64_t time = size * 400;
    for (const auto& [tile, vector] : {std::pair{1, 1}, std::pair{2, 1}, std::pair{2, 2}}) {
        Trial step = trial(run, tile, vector, time, size);
        step.purpose = Purpose::ladder;
        store.add(step);
        time /= 2;
    }
    store.end(run.id, State::finished);
}

/// All of it.
inline void fill(Store& store) {
    const Device left = device("Left GPU");
    const Device right = device("Right GPU", "2.0");
    for (const std::int64_t size : {64, 128}) {
        tune(store, left, size, 2);
        tune(store, right, size, 4);
    }
    add_ladder_run(store, left, 256);
    const std::string id = store.add(left);
    store.add(probe(id, probes::read_bandwidth, 0, 2e10, "B/s"));
    store.add(probe(id, probes::fma_f32, 0, 1e12, "FLOP/s"));
    for (const double stride : {1, 2, 4})
        store.add(probe(id, probes::stride_sweep, stride, 2e9 / stride, "B/s"));
}

}  // namespace hone::made
