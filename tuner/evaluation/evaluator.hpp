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
    /// `forced`: configs are tried even if the rules reject them after the build. `setup`, `store`
    /// and `run` must outlive it.
    Evaluator(const BenchSetup& setup, Store& store, const Run& run, Pruner pruner,
              std::unique_ptr<EvaluatorBench> bench,
              std::shared_ptr<PassedChecks> passed = std::make_shared<PassedChecks>(),
              bool forced = false);

    Plan plan(const Config& config) const { return pruner_.plan(config); }
    /// The rules' verdict before any build, without measured results.
    RuleVerdict apply_rules(const Config& config) const {
        return pruner_.before_build(plan(config), {}, 0);
    }

    /// Whether the config can run. Performance and redundancy constraints are ignored.
    bool can_run(const Config& config) const;

    /// The number of configs worth building ahead of the one that runs.
    std::size_t prebuild_depth() const { return bench_->prebuild_depth(); }
    std::chrono::duration<double, std::milli> usual_build() const { return bench_->usual_build(); }
    bool works_in_batches() const { return bench_->works_in_batches(); }
    bool builds_beside_runs() const { return bench_->builds_beside_runs(); }
    /// Starts the build of a config that will be evaluated soon, on another worker.
    void prebuild(const Plan& plan) { bench_->prebuild(plan); }
    /// The index of the config to evaluate next: the first whose build has finished.
    std::size_t first_built(std::span<const Config> configs, const std::atomic<bool>& given_up) {
        return bench_->first_built(configs, given_up);
    }

    /// Tries a plan and stores the trial. A config that would be the best must be right on other
    /// problems, too. If it is not, the trial is wrong; if that check had a timeout or a device
    /// failure, the trial has the check's outcome. A measurement that cannot beat `incumbent_ns`
    /// ends early; 0 measures it in full.
    Trial evaluate(const Plan& plan, Purpose purpose, double incumbent_ns);

    static constexpr double longest_interleaved_ns = 5e9;
    /// Builds these configs, times them interleaved, and stores a trial with this purpose for each.
    /// No round starts after `max_ns`.
    std::vector<Trial> time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                        std::size_t rounds, double max_ns = longest_interleaved_ns);
    /// Times configs in the same way, but stores no trials. The samples of a failed config are
    /// empty. No round starts after `max_ns`.
    std::vector<Samples> sample_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns = longest_interleaved_ns);
    /// Stores the trial of a config that was already timed.
    Trial add_timed(const Config& config, Purpose purpose, const CheckedTiming& timing);

    /// Builds a config and runs it continuously for `seconds`; stores no trial.
    SustainedResult time_sustained(const Config& config, double seconds);

    /// The first size check that the config fails, at another problem; nullopt if it passes all.
    std::optional<SizeCheck> failed_size_check(const Config& config);

    /// Whether the config was ever wrong on this device, at any size.
    bool known_wrong(const Config& config);

    EvaluatorBench& bench() { return *bench_; }
    Store& store() { return store_; }
    const Run& run() const { return run_; }
    const BenchSetup& setup() const { return setup_; }
    const Names& known() const { return pruner_.known(); }
    /// The config in the store's notation.
    std::string text_of(const Config& config) const;

  private:
    Trial try_plan(const Plan& plan, Purpose purpose, double incumbent_ns);
    Trial begin_trial(const Plan& plan, Purpose purpose) const;
    bool build(const Plan& plan, Trial& trial);
    RunResult check_on(const Config& config, const Problem& problem);
    void run_built(const Config& config, double incumbent_ns, Trial& trial);
    void check_sizes(const Config& config, double incumbent_ns, Trial& trial);
    SizeCheck check_size(const Config& config, const Problem& problem);
    void record_crash(const std::string& config, Outcome outcome, const std::string& why,
                      AtFault at_fault);
    double limit_by_deadline(double max_ns) const;
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

}  // namespace hone
