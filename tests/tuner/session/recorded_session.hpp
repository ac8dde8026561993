// SPDX-License-Identifier: MIT
// A session without a device: a synthetic kernel with a recorded time for each config, on a device
// that is only described.
#pragma once

#include <cmath>

#include "spaces/formats/read_space.hpp"
#include "tests/db/samples.hpp"
#include "tests/tuner/gemm_problem.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/replay/recorded_bench.hpp"
#include "tuner/session/session.hpp"

namespace hone::recorded_session {

using samples::Folder;

/// 44 of its 48 configs are legal. TILE = 64 needs more local memory than the device has, and a
/// single warp with TILE = 32 or more leaves it nearly empty.
inline const std::string space_text = std::string(R"toml(
routine = "gemm"
precisions = ["f32"]
)toml") + gemm_problem + R"toml(
[parameters]
TILE = [8, 16, 32, 40, 48, 64]
WG = [32, 64, 128, 256]
PAD = [0, 1]
[constraints]
"no padding of the smallest tile" = "TILE > 8 || PAD == 0"
[resources]
local_memory = "TILE * 1024"
flops = "2 * M * N * K"
bytes = "4 * (M * K + K * N + M * N)"
[[launch]]
entry = "gemm"
local = ["WG"]
global = ["ceil_div(M * N, WG) * WG"]
arguments = ["M", "N", "K"]
)toml";

inline constexpr const char* source =
    "#ifndef TILE\n#define TILE 16\n#endif\n#ifndef WG\n#define WG 64\n#endif\n"
    "#ifndef PAD\n#define PAD 0\n#endif\n__kernel void gemm() {}\n";

inline std::int64_t value_in(const Space& space, const Config& config, std::size_t parameter) {
    return std::get<Number>(space.parameters[parameter].values[config[parameter]]).numerator();
}

/// The fastest is TILE = 32, WG = 128, PAD = 0, with a millisecond.
inline double made_time(const Space& space, const Config& config) {
    const auto value = [&](std::size_t p) {
        return static_cast<double>(value_in(space, config, p));
    };
    return 1e6 * (1 + 0.5 * std::abs(std::log2(value(0) / 32)) +
                  0.3 * std::abs(std::log2(value(1) / 128)) + 0.1 * value(2));
}

inline RecordedSpace recording(const Space& space) {
    RecordedSpace recorded;
    recorded.space = space;
    const Candidates all(space, names_of(make_problem(space, "f32", {})));
    for (Index i = 0; i < *all.count(); ++i)
        recorded.results[all.at(i)] = {.nanoseconds = made_time(space, all.at(i)), .seconds = 0.1};
    return recorded;
}

inline Device described_device() {
    Device device = samples::device();
    device.local_memory = 49152;
    device.local_is_dedicated = true;
    device.warp = 32;
    device.registers = 65536;
    return device;
}

/// A store, a task, and the number of requests for a bench.
class RecordedSession {
  public:
    explicit RecordedSession(const Device& device = described_device())
        : space_(read_space(space_text, "made.toml")), recorded_(recording(space_)) {
        task.setup.device.device = device;
        task.setup.kernel = {"made", "gemm", source, space_text, "launch\tproduct\t\t\n"};
        task.setup.space = space_;
        task.setup.problem = make_problem(space_, "f32", {});
        task.strategy = "brute_force";
        task.transfer = false;
        task.make_bench = [this](const BenchSetup& /*setup*/, const Timeouts& /*limits*/) {
            return std::make_unique<RecordedBench>(recorded_, behavior);
        };
        know_local_memory(device);
    }

    /// Measures with a bench of this kind, made from the recording and the notes that it writes.
    template <class Bench, class Notes>
    void measure_with(Notes& notes) {
        task.make_bench = [this, &notes](const BenchSetup& /*setup*/, const Timeouts& /*limits*/) {
            return std::make_unique<Bench>(recorded_, notes);
        };
    }
    TuningResult run() {
        return tune(
            task, store, [](const Progress& /*progress*/) {}, stop);
    }
    /// One of several turns.
    std::unique_ptr<Session> begin() {
        auto session = std::make_unique<Session>(
            task, store, [](const Progress& /*progress*/) {}, stop);
        session->prepare();
        return session;
    }
    std::string text_of(std::int64_t tile, std::int64_t work_group, std::int64_t pad) const {
        return canonical({{"TILE", tile}, {"WG", work_group}, {"PAD", pad}});
    }
    /// Without its answer in the store a session would query the device.
    void know_local_memory(const Device& device) {
        Probe probe = samples::probe(store.add(device), 0, 49152);
        probe.name = probes::local_memory_limit;
        probe.unit = "B";
        store.add(probe);
    }
    Space space() const { return space_; }
    /// Its own text has a value that is not among those of the space.
    void have_no_default_config() {
        auto& text = task.setup.kernel.source;
        text.replace(text.find("TILE 16"), 7, "TILE 17");
    }

    Folder folder;
    Store store{folder / "session.db"};
    Task task;
    RecordedBehavior behavior;
    std::atomic<bool> stop = false;

  private:
    Space space_;
    RecordedSpace recorded_;
};

}  // namespace hone::recorded_session
