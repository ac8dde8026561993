// SPDX-License-Identifier: MIT
// The evaluator's interface to a bench. The bench in a worker process times a device; a recorded
// bench answers from known results.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuner/measure/worker_bench.hpp"

namespace hone {

/// The most configs of one interleaved timing: a bench keeps only the programs of a few more.
constexpr std::size_t max_interleaved = 16;

class EvaluatorBench {
  public:
    virtual ~EvaluatorBench() = default;

    /// Makes the bench ready to build and run. Throws an environment Error if the device does not
    /// work.
    virtual void open() = 0;
    /// The bytes of its buffers on the device, once it is open.
    virtual std::size_t bytes() const { return 0; }

    virtual BuildResult build(const Plan& plan) = 0;
    /// Runs a built config, checks it and times it.
    virtual RunResult run(const Config& config, const SamplingLimits& limits) = 0;
    /// Times built configs in turn, round after round; at most max_interleaved of them.
    virtual std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                    std::size_t rounds, double most_ns) = 0;
    /// Runs a built config under sustained load.
    virtual SustainedResult time_sustained(const Config& /*config*/, double /*seconds*/) {
        return {.outcome = Outcome::launch, .message = "it has no sustained load"};
    }
    /// Builds and checks a plan of another problem, mostly at another size.
    virtual RunResult run_size_check(const Plan& plan, const Problem& problem) = 0;

    /// The reference's times. Empty if it has none, or if one run is expected to take more than
    /// `longest` seconds; `why` then gives the reason.
    virtual Samples reference(int repeats, double longest, std::string& why) = 0;
    /// The reference's fault, if the host's check found one.
    virtual const std::string& reference_fault() const = 0;
    /// What decides whether a result is right, once it is open; a trial stores it.
    virtual const std::string& checked_with() const = 0;
    /// The entry that ran as the reference when the time was over; empty otherwise.
    virtual std::string reference_at_end() const { return {}; }
    /// How long a config had run and was checked when the time of this turn was over; 0 if none
    /// ran, or if its driver may have compiled meanwhile.
    virtual std::chrono::nanoseconds run_at_end() const { return {}; }

    /// The number of configs worth building ahead of the one that runs.
    virtual std::size_t prebuild_depth() const { return 0; }
    /// The mean duration of the builds ahead that were used; 0 before the first.
    virtual std::chrono::duration<double, std::milli> usual_build() const { return {}; }
    /// Whether programs are never built while a config is timed. Then a batch of configs is
    /// requested, and the next batch after all of them have run.
    virtual bool works_in_batches() const { return false; }
    /// Whether programs are built while configs run. Then a config that needs no build delays no
    /// other config.
    virtual bool builds_beside_runs() const { return false; }
    /// Starts a build that will be needed soon, unless it has already started.
    virtual void prebuild(const Plan& /*plan*/) {}
    /// The index of the config to evaluate now: waits for the first build that finishes, or until
    /// `given_up` is set.
    virtual std::size_t first_built(std::span<const Config> /*configs*/,
                                    const std::atomic<bool>& /*given_up*/) {
        return 0;
    }

    /// Starts a turn: sets the deadline, and the extra time until the first config has run.
    virtual void begin_turn(std::optional<std::chrono::steady_clock::time_point> /*end*/,
                            std::chrono::milliseconds /*for_first_result*/) {}
    /// Frees the device for another bench until the next request. Builds that have started
    /// continue, except on the device itself.
    virtual void rest() {}

    /// The deadline, if there is one.
    virtual std::optional<std::chrono::steady_clock::time_point> end() const { return {}; }
    /// Reports that a config ran correctly: the extra time no longer applies.
    virtual void first_result_is_known() {}
};

}  // namespace hone
