// SPDX-License-Identifier: MIT
// Builds, runs, checks and times configs of one kernel on one device: a context, a queue and the
// workload of the problem. Lives in the worker process, because kernels can crash or hang it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "db/model/trial.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/builder.hpp"
#include "tuner/measure/stop_rule.hpp"

namespace hone {

/// The result of a run.
struct RunResult : CheckedTiming {
    Stop stop = Stop::not_yet;
    bool device_lost = false;  // this process cannot use the device any more
};

class Bench {
  public:
    /// Creates context, queue and inputs, and runs a known kernel first: throws an environment
    /// Error when the device computes it wrong.
    explicit Bench(BenchSetup setup);
    /// The same device and space on another problem, in the same context.
    Bench(const Bench& first, const Problem& problem);

    /// Builds a plan, or finds its config built.
    BuildResult build(const Plan& plan);
    /// Runs a built config once on a poisoned output, checks the result, then times it. `on_stage`
    /// is called after the first launch and after the check.
    RunResult run(const Config& config, const SamplingLimits& limits,
                  const std::function<void()>& on_stage);
    /// Times built configs in turn, round after round, so that drift affects all of them equally.
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns, const std::function<void()>& on_stage);
    /// Builds and checks a plan of another problem of the routine.
    RunResult check_other_problem(const Plan& plan, const Problem& problem);
    /// Times of the reference implementation for the problem, in nanoseconds; empty where it has
    /// none.
    Samples reference(int repeats);
    std::string reference_fault() const { return workload_->reference_fault(); }
    /// What the problem adds to the compiler options of every build.
    const std::string& defines() const { return workload_->defines(); }

  private:
    void prepare();
    Bench& bench_for(const Problem& problem);
    BuildResult build_for(Bench& other, const Plan& plan);

    struct LoadedProgram {
        Plan plan;
        Compiled program;
        BuildResult result;
    };
    RunResult guarded(const std::function<void(RunResult&)>& work);
    std::string device_fault();  // empty when a known kernel runs right
    void check(const Launcher& launcher, RunResult& result, const std::function<void()>& on_stage);
    void check_again(const Launcher& launcher, RunResult& result,
                     const std::function<void()>& on_stage);
    void run_from_poison(const Launcher& launcher);
    std::int64_t time_run(const Launcher& launcher, std::size_t times, RunResult& result);
    std::size_t batch_for(std::int64_t nanoseconds) const;
    LoadedProgram& loaded(const Config& config);
    void cache_program(LoadedProgram program);

    BenchSetup setup_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::unique_ptr<Workload> workload_;
    std::optional<Builder> builder_;
    std::map<Config, LoadedProgram> loaded_;
    std::deque<Config> least_recent_;  // keys of loaded_, least recently used first
    std::map<std::string, std::unique_ptr<Bench>> other_problems_;  // by their texts
};

}  // namespace hone
