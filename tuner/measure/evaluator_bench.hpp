// SPDX-License-Identifier: MIT
// What an evaluator needs of a bench: the one in a worker process times a device, a recorded one
// answers with what is known.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuner/measure/worker_bench.hpp"

namespace hone {

class EvaluatorBench {
  public:
    virtual ~EvaluatorBench() = default;

    /// Makes sure that it can build and run. Throws an environment Error when the device is not
    /// well.
    virtual void open() = 0;
    /// What its buffers take on the device, once it is open.
    virtual std::size_t bytes() const { return 0; }

    virtual BuildResult build(const Plan& plan) = 0;
    /// Runs a built config, checks it and times it.
    virtual RunResult run(const Config& config, const SamplingLimits& limits) = 0;
    /// Times built configs in turn, round after round.
    virtual std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                    std::size_t rounds, double most_ns) = 0;
    /// Runs a built config under steady load.
    virtual SteadyResult run_steadily(const Config& /*config*/, double /*seconds*/) {
        return {.outcome = Outcome::launch, .message = "it has no steady load"};
    }
    /// Builds and checks a plan of another problem.
    virtual RunResult check_other_problem(const Plan& plan, const Problem& problem) = 0;

    /// The reference's times; empty when it has none or one run is expected to take more than
    /// `longest` seconds, and then `why` says so.
    virtual Samples reference(int repeats, double longest, std::string& why) = 0;
    /// What was wrong with the reference, where the host had to decide.
    virtual const std::string& reference_fault() const = 0;
    /// The entry that ran as reference when the time was over; empty where none did.
    virtual std::string reference_at_end() const { return {}; }

    /// How many configs are worth building ahead of the one that runs.
    virtual std::size_t prebuild_depth() const { return 0; }
    /// How long a build ahead takes in the mean, by those that were used; 0 while none was.
    virtual std::chrono::duration<double, std::milli> usual_build() const { return {}; }
    /// Whether nothing is timed while a program is built: it is asked for so many configs at once, and
    /// for more when all of them were run.
    virtual bool works_in_batches() const { return false; }
    /// Whether programs are built while configs run: then one that takes no build costs no other its time.
    virtual bool builds_beside_runs() const { return false; }
    /// Begins to build what will be asked for soon, unless that has begun.
    virtual void prebuild(const Plan& /*plan*/) {}
    /// Which of these configs is best asked for now: waits for the build that is over first, or until that is
    /// given up.
    virtual std::size_t first_built(std::span<const Config> /*configs*/,
                                    const std::atomic<bool>& /*given_up*/) {
        return 0;
    }

    /// What follows belongs to one turn of a search: when it gives up what it does, and how much later while no
    /// config has run.
    virtual void begin_turn(std::optional<std::chrono::steady_clock::time_point> /*end*/,
                            std::chrono::milliseconds /*for_first_result*/) {}
    /// The device is left to another bench until the next request. What was begun to be built goes on, but on
    /// the device itself.
    virtual void rest() {}

    /// When it gives up what it does, if there is such a moment.
    virtual std::optional<std::chrono::steady_clock::time_point> end() const { return {}; }
    /// A config ran correctly: what follows is only worth the time that was given.
    virtual void first_result_is_known() {}
};

}  // namespace hone
