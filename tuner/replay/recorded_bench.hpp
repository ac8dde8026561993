// SPDX-License-Identifier: MIT
// A bench that answers from a recorded space. A session runs on it as on a device, but needs no
// device and takes milliseconds.
#pragma once

#include <functional>
#include <optional>

#include "tuner/measure/evaluator_bench.hpp"
#include "tuner/replay/recorded_space.hpp"

namespace hone {

/// Changes to the recording, so that a test can simulate a device that drifts or a config that
/// fails. Each member is optional.
struct RecordedBehavior {
    /// The device's time relative to the recorded one for a config, after this number of
    /// measurements.
    std::function<double(const Config& config, std::size_t measurements)> slowness;
    double noise = 0.005;  // samples are within this fraction of the time
    /// The factor by which the n-th sample of a measurement is slower.
    std::function<double(const Config& config, std::size_t n)> jumps = {};
    /// The outcome of a config's size check.
    std::function<Outcome(const Config& config)> size_check;
    Samples reference;
    /// The measurement of a config under sustained load, without its trial.
    std::function<SustainedTiming(const Config& config)> sustained = {};
};

class RecordedBench : public EvaluatorBench {
  public:
    /// `recorded` must outlive the bench.
    explicit RecordedBench(const RecordedSpace& recorded, RecordedBehavior behavior = {});

    void open() override {}
    BuildResult build(const Plan& plan) override;
    RunResult run(const Config& config, const SamplingLimits& limits) override;
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double most_ns) override;
    SustainedResult time_sustained(const Config& config, double seconds) override;
    RunResult run_size_check(const Plan& plan, const Problem& problem) override;
    Samples reference(int repeats, double longest, std::string& why) override;
    const std::string& reference_fault() const override { return no_fault_; }
    const std::string& checked_with() const override { return checked_with_; }

  private:
    std::optional<double> time_of(const Config& config) const;
    RunResult timed(const Config& config, std::size_t count);

    const RecordedSpace& recorded_;
    RecordedBehavior behavior_;
    std::size_t measurements_ = 0;
    std::string no_fault_, checked_with_ = "recording";
};

}  // namespace hone
