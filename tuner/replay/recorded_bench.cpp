// SPDX-License-Identifier: MIT
// Samples scatter around the recorded time like those of a quiet device, and deterministically.
#include "tuner/replay/recorded_bench.hpp"

#include <cmath>

namespace hone {
namespace {

// The factor of the n-th sample.
double noise(std::size_t n, double width) {
    return 1 + width * std::sin(static_cast<double>(n));
}

}  // namespace

RecordedBench::RecordedBench(const RecordedSpace& recorded, RecordedBehavior behavior)
    : recorded_(recorded), behavior_(std::move(behavior)) {}

BuildResult RecordedBench::build(const Plan& plan) {
    const bool ran = time_of(plan.config).has_value();
    return {.outcome = ran ? Outcome::ok : Outcome::build,
            .message = ran ? "" : "no recorded time",
            .milliseconds = 0,
            .built = {}};
}

RunResult RecordedBench::run(const Config& config, const SamplingLimits& limits) {
    return timed(config, limits.min_samples);
}

std::vector<RunResult> RecordedBench::time_interleaved(const std::vector<Config>& configs,
                                                       std::size_t rounds, double /*most_ns*/) {
    std::vector<RunResult> results;
    for (const Config& config : configs) results.push_back(timed(config, rounds));
    return results;
}

SustainedResult RecordedBench::time_sustained(const Config& config, double seconds) {
    if (!behavior_.sustained) return EvaluatorBench::time_sustained(config, seconds);
    return {.sustained = behavior_.sustained(config)};
}

RunResult RecordedBench::run_size_check(const Plan& plan, const Problem& /*problem*/) {
    RunResult result;
    if (behavior_.size_check) result.outcome = behavior_.size_check(plan.config);
    if (result.outcome != Outcome::ok) result.message = "a recorded failure";
    return result;
}

Samples RecordedBench::reference(int /*repeats*/, double /*longest*/, std::string& /*why*/) {
    return behavior_.reference;
}

std::optional<double> RecordedBench::time_of(const Config& config) const {
    const auto found = recorded_.results.find(config);
    return found == recorded_.results.end() ? std::nullopt : found->second.nanoseconds;
}

RunResult RecordedBench::timed(const Config& config, std::size_t count) {
    const double slowness = behavior_.slowness ? behavior_.slowness(config, measurements_) : 1;
    const double time = slowness * time_of(config).value();
    ++measurements_;
    RunResult result;
    for (std::size_t n = 0; n < count; ++n) {
        const double jump = behavior_.jumps ? behavior_.jumps(config, n) : 1;
        const double sample = jump * time * noise(measurements_ + n, behavior_.noise);
        result.samples.push_back(std::llround(sample));
    }
    return result;
}

}  // namespace hone
