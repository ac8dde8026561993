// SPDX-License-Identifier: MIT
// A pool of devices that are only described. A test decides what their benches do.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/tuner/session/recorded_session.hpp"
#include "tuner/evaluation/device_pool.hpp"

namespace hone::made_pool {

/// The actions of a device's bench. Each member is optional.
struct BenchScript {
    /// Before a config runs.
    std::function<void(const Config& config)> before_run;
    /// Before a sentinel is timed; returns whether it runs.
    std::function<bool(const Config& config)> sentinel_runs;
    /// The factor of its times.
    std::function<double()> slowness;
    /// Chooses the first built config.
    std::function<std::size_t(std::span<const Config>, const std::atomic<bool>& given_up)>
        first_built;
};

class ScriptedBench final : public RecordedBench {
  public:
    ScriptedBench(const RecordedSpace& recorded, const BenchScript& script)
        : RecordedBench(recorded, behavior_of(script)), script_(script) {}

    RunResult run(const Config& config, const SamplingLimits& limits) override {
        if (script_.before_run) script_.before_run(config);
        return RecordedBench::run(config, limits);
    }
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double most_ns) override {
        if (!script_.sentinel_runs || script_.sentinel_runs(configs.front()))
            return RecordedBench::time_interleaved(configs, rounds, most_ns);
        RunResult crash;
        crash.outcome = Outcome::crash;
        return {configs.size(), crash};
    }
    std::size_t first_built(std::span<const Config> configs,
                            const std::atomic<bool>& given_up) override {
        return script_.first_built ? script_.first_built(configs, given_up) : 0;
    }

  private:
    static RecordedBehavior behavior_of(const BenchScript& script) {
        RecordedBehavior behavior;
        behavior.slowness = [&script](const Config& /*config*/, std::size_t /*measurements*/) {
            return script.slowness ? script.slowness() : 1;
        };
        return behavior;
    }

    const BenchScript& script_;
};

class MadePool {
  public:
    explicit MadePool(std::size_t devices)
        : benches(devices),
          recorded_(recorded_session::recording(session_.space())),
          candidates_(candidates_of(session_.task)),
          pruner_(session_.task.setup, StoredFacts{}),
          run_(run_template_of(session_.task, session_.store, *candidates_)) {
        pool.emplace(PoolSetup{.setup = session_.task.setup,
                               .pruner = pruner_,
                               .run_template = run_,
                               .store = session_.store,
                               .timeouts = {},
                               .make_bench =
                                   [this](const auto& setup, const auto&) {
                                       return std::make_unique<ScriptedBench>(
                                           recorded_, benches.at(number_of(setup.device)));
                                   },
                               .passed_checks = session_.task.passed_checks},
                     other_devices());
        pool->begin_turn({}, {});
    }

    EvalRequest request(Index candidate) const {
        return {.plan = pruner_.plan(candidates_->at(candidate))};
    }
    Index candidates() const { return *candidates_->count(); }

    std::vector<BenchScript> benches;  // of each device; set them before the first request

  private:
    static std::string pci(std::size_t device) {
        return "0000:f" + std::to_string(device) + ":00.0";
    }
    static std::size_t number_of(const LocalDevice& device) {
        for (std::size_t i = 1; i < 9; ++i)
            if (device.device.pci == pci(i)) return i;
        return 0;
    }
    std::vector<LocalDevice> other_devices() const {
        std::vector<LocalDevice> others;
        for (std::size_t i = 1; i < benches.size(); ++i) {
            others.push_back(session_.task.setup.device);
            others.back().device.pci = pci(i);
        }
        return others;
    }

    recorded_session::RecordedSession session_;
    RecordedSpace recorded_;
    std::shared_ptr<const Candidates> candidates_;
    Pruner pruner_;
    Run run_;

  public:
    std::optional<DevicePool> pool;  // the last member: its threads use the others
};

}  // namespace hone::made_pool
