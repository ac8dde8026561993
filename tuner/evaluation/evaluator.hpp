// SPDX-License-Identifier: MIT
// Evaluates a config into a stored trial: rules, build, rules again, run, check, timing. Every
// failure is an outcome of the trial. A config that repeatedly crashes its worker is quarantined.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "db/store/store.hpp"
#include "tuner/evaluation/pruner.hpp"
#include "tuner/evaluation/size_checks.hpp"
#include "tuner/measure/evaluator_bench.hpp"

namespace hone {

class Evaluator {
  public:
    /// `forced` lets every config be tried, whatever the rules say after its build. `setup`,
    /// `store` and `run` must outlive it.
    Evaluator(const BenchSetup& setup, Store& store, const Run& run, Pruner pruner,
              std::unique_ptr<EvaluatorBench> bench,
              std::shared_ptr<PassedChecks> passed = std::make_shared<PassedChecks>(),
              bool forced = false);

    Plan plan(const Config& config) const { return pruner_.plan(config); }
    /// What the rules say before anything is built, whatever was measured so far.
    RuleVerdict apply_rules(const Config& config) const {
        return pruner_.before_build(plan(config), {}, 0);
    }

    /// Whether the config would run, slowly at worst: advice of its space is not looked at.
    bool can_run(const Config& config) const;

    /// How many configs are worth building ahead of the one that runs.
    std::size_t prebuild_depth() const { return bench_->prebuild_depth(); }
    std::chrono::duration<double, std::milli> usual_build() const { return bench_->usual_build(); }
    bool works_in_batches() const { return bench_->works_in_batches(); }
    bool builds_beside_runs() const { return bench_->builds_beside_runs(); }
    /// Starts the build of a config that will be evaluated soon, on another worker.
    void prebuild(const Plan& plan) { bench_->prebuild(plan); }
    /// Which of these is best evaluated now.
    std::size_t first_built(std::span<const Config> configs, const std::atomic<bool>& given_up) {
        return bench_->first_built(configs, given_up);
    }

    /// Tries a plan and adds the trial. What would be the best must be right on other problems, too;
    /// where it is not, the trial is wrong, or failed as the check did where that is no verdict. A
    /// measurement that cannot beat `incumbent_ns` any more ends early; 0 lets it be measured in full.
    Trial evaluate(const Plan& plan, Purpose purpose, double incumbent_ns);

    /// Builds these configs and times them interleaved; a trial with that purpose for each.
    std::vector<Trial> time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                        std::size_t rounds);
    /// The same without trials: samples alone, empty for a failure. No round begins after so long.
    std::vector<Samples> sample_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns = longest_interleaved_ns);
    /// Adds the trial of a config that was timed already.
    Trial add_timed(const Config& config, Purpose purpose, const CheckedTiming& timing);

    /// Builds a config and runs it for so many seconds without a gap; without a trial.
    SteadyResult hold_under_load(const Config& config, double seconds);

    /// Where the config was not found right on another problem that it must solve too: the first such problem.
    std::optional<SizeCheck> wrong_elsewhere(const Config& config);

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
    void check_elsewhere(const Config& config, double incumbent_ns, Trial& trial);
    SizeCheck check_other_problem(const Config& config, const Problem& problem);
    void record_crash(const std::string& config, Outcome outcome, const std::string& why);
    static constexpr double longest_interleaved_ns = 5e9;
    double until_the_end(double max_ns) const;
    std::vector<RunResult> run_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                           double max_ns);
    std::vector<RunResult> run_interleaved_once(const std::vector<Config>& configs,
                                                std::size_t rounds, double max_ns);

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    Pruner pruner_;
    std::unique_ptr<EvaluatorBench> bench_;
    SizeChecks sizes_;
    bool forced_;
};

/// One that times the device of the setup in a worker.
Evaluator make_evaluator(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
                         const Run& run);

}  // namespace hone
