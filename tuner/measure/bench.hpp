// SPDX-License-Identifier: MIT
// Where one kernel is tried on one device: a context, a queue, the workload of the problem, and for
// each config: build, run, check, time. Lives in the worker; everything dangerous happens here.
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

/// What a run gave.
struct RunResult {
    Outcome outcome = Outcome::ok;
    std::string message;
    Samples samples;
    double error = 0;  // of the worst element, as a share of its bound
    std::int64_t wrong_elements = 0;
    std::string location;
    bool nondeterministic = false;
    Stop stop = Stop::not_yet;
    bool device_lost = false;  // nothing further will work in this process
};

class Bench {
  public:
    /// Makes context, queue and inputs, and runs a known kernel first: throws an environment Error
    /// when the device is not well.
    explicit Bench(BenchSetup setup);
    /// The same device and space on another problem, in the same context.
    Bench(const Bench& first, const Problem& problem);

    /// Builds a config, or finds it built.
    BuildResult build(const Config& config);
    /// Runs a built config once from a poisoned output, checks it, then times it. `on_stage` is
    /// called when the first launch is through and when the check is.
    RunResult run(const Config& config, const Patience& patience,
                  const std::function<void()>& on_stage);
    /// Times built configs in turn, round after round, so that drift meets all alike.
    std::vector<RunResult> duel(const std::vector<Config>& configs, std::size_t rounds,
                                double most_ns, const std::function<void()>& on_stage);
    /// Builds and checks a config on another problem of the routine.
    RunResult prove(const Config& config, const Problem& problem);
    /// The reference's own time for the problem, in nanoseconds; empty where it has none.
    Samples reference(int repeats);
    std::string reference_fault() const { return workload_->reference_fault(); }
    /// What the problem adds to the options of every build.
    const std::string& defines() const { return workload_->defines(); }

  private:
    void prepare();
    Bench& on(const Problem& problem);
    BuildResult build_for(Bench& other, const Config& config);

    struct Ready {
        Plan plan;
        Compiled program;
        BuildResult result;
    };
    RunResult guarded(const std::function<void(RunResult&)>& work);
    std::string ailment_of_device();  // empty when it is well
    void check(const Launcher& launcher, RunResult& result, const std::function<void()>& on_stage);
    void check_again(const Launcher& launcher, RunResult& result,
                     const std::function<void()>& on_stage);
    void run_from_poison(const Launcher& launcher);
    std::int64_t once(const Launcher& launcher, std::size_t times, RunResult& result);
    std::size_t batch_for(std::int64_t nanoseconds) const;
    Ready& ready(const Config& config);
    void keep(const Config& config, Ready program);

    BenchSetup setup_;
    Names known_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::unique_ptr<Workload> workload_;
    std::optional<Builder> builder_;
    std::map<Config, Ready> ready_;
    std::deque<Config> latest_;                             // of ready_, the longest unused first
    std::map<std::string, std::unique_ptr<Bench>> others_;  // on other problems, by their texts
};

}  // namespace hone
