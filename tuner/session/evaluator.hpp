// SPDX-License-Identifier: MIT
// Evaluates a config into a stored trial: rules, build, rules again, run, check, timing. Every
// failure is an outcome of the trial. A config that repeatedly crashes its worker is quarantined.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "db/store/store.hpp"
#include "tuner/measure/evaluator_bench.hpp"
#include "tuner/session/pruner.hpp"

namespace hone {

class Evaluator {
  public:
    /// `forced` lets every config be tried, whatever the rules say after its build. `setup`,
    /// `store` and `run` must outlive it.
    Evaluator(const BenchSetup& setup, Store& store, const Run& run, Pruner pruner,
              std::unique_ptr<EvaluatorBench> bench, bool forced = false);

    Plan plan(const Config& config) const { return pruner_.plan(config); }
    /// What the rules say before anything is built, whatever was measured so far.
    Verdict apply_rules(const Config& config) const {
        return pruner_.before_build(plan(config), {}, 0);
    }

    /// How many configs are worth building ahead of the one that runs.
    std::size_t prebuild_depth() const { return bench_->prebuild_depth(); }
    /// Starts the build of a config that will be evaluated soon, on another worker.
    void prebuild(const Plan& plan) { bench_->prebuild(plan); }

    /// Tries a plan and adds the trial. A measurement that cannot beat `incumbent_ns` any more
    /// ends early; 0 lets it be measured in full.
    Trial evaluate(const Plan& plan, Purpose purpose, double incumbent_ns);

    /// Builds these configs and times them interleaved; a trial with that purpose for each.
    std::vector<Trial> time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                        std::size_t rounds);
    /// The same without trials: samples alone, empty for a failure.
    std::vector<Samples> sample_interleaved(const std::vector<Config>& configs, std::size_t rounds);

    /// Whether the config is right on another problem too; the result is stored.
    SizeCheck check_other_problem(const Config& config, const Problem& problem);

    /// Whether it was ever wrong on this device, at any size.
    bool known_wrong(const Config& config);

    EvaluatorBench& bench() { return *bench_; }
    const Names& known() const { return pruner_.known(); }
    /// The config as the store writes it.
    std::string text_of(const Config& config) const;

  private:
    Trial begin_trial(const Plan& plan, Purpose purpose) const;
    bool build(const Plan& plan, Trial& trial);
    RunResult check_on(const Config& config, const Problem& problem);
    void run_built(const Config& config, double incumbent_ns, Trial& trial);
    void record_crash(const std::string& config, Outcome outcome, const std::string& why);
    std::vector<RunResult> run_interleaved(const std::vector<Config>& configs, std::size_t rounds);
    std::vector<RunResult> run_interleaved_once(const std::vector<Config>& configs,
                                                std::size_t rounds);

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    Pruner pruner_;
    std::unique_ptr<EvaluatorBench> bench_;
    bool forced_;
};

/// One that times the device of the setup in a worker.
Evaluator make_evaluator(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
                         const Run& run);

}  // namespace hone
