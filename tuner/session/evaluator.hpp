// SPDX-License-Identifier: MIT
// Evaluates a config into a stored trial: rules, build, rules again, run, check, timing. Every
// failure is an outcome of the trial. A config that repeatedly crashes its worker is quarantined.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "db/store/store.hpp"
#include "tuner/session/pruner.hpp"
#include "tuner/worker/prebuild_pool.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

class Evaluator {
  public:
    /// `forced` evaluates every config, whatever the rules say.
    Evaluator(const BenchSetup& setup, const Timeouts& timeouts, Store& store, const Run& run,
              bool forced);

    /// The verdict of the rules before the build. `best_ns` is the best time so far, or 0.
    Verdict apply_rules(const Config& config, double best_ns) const {
        return pruner_.before_build(config, best_ns);
    }

    /// How many configs to prebuild. None on a CPU, where builds would disturb what is timed, and
    /// none where the driver does not cache programs.
    std::size_t prebuild_depth() const;
    /// Starts the build of a config that will be evaluated soon, on another worker.
    void prebuild(const Config& config);

    /// Evaluates a config and stores the trial. A measurement that cannot beat `incumbent_ns` any
    /// more ends early; 0 measures it in full.
    Trial evaluate(const Config& config, Purpose purpose, double incumbent_ns);

    /// Builds these configs and times them interleaved; a trial with that purpose for each.
    std::vector<Trial> time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                        std::size_t rounds);
    /// The same without trials: samples alone, empty for a failure.
    std::vector<Samples> sample_interleaved(const std::vector<Config>& configs, std::size_t rounds);

    /// Whether the config is right on another problem too; the result is stored.
    SizeCheck check_other_problem(const Config& config, const Problem& problem);

    /// Whether it was ever wrong on this device, at any size.
    bool known_wrong(const Config& config);

    RemoteBench& bench() { return bench_; }
    const Names& known() const { return pruner_.known(); }
    /// The config as the store writes it.
    std::string text_of(const Config& config) const;

  private:
    Trial begin_trial(const Config& config, const Plan& plan, Purpose purpose) const;
    bool build(const Config& config, const Plan& plan, Trial& trial);
    BuildResult take_build(const Config& config);
    void weigh_prebuilding(const BuildResult& prebuilt, const BuildResult& loaded);
    void run_built(const Config& config, double incumbent_ns, Trial& trial);
    void record_crash(const std::string& config, Outcome outcome, const std::string& why);
    std::vector<RunResult> run_interleaved(const std::vector<Config>& configs, std::size_t rounds);
    std::vector<RunResult> run_interleaved_once(const std::vector<Config>& configs,
                                                std::size_t rounds);

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    bool forced_;
    Pruner pruner_;
    RemoteBench bench_;
    Timeouts timeouts_;

    std::size_t prebuild_workers_;
    std::optional<PrebuildPool> prebuilds_;
    std::size_t prebuilds_used_ = 0;          // programs that were prebuilt
    double prebuild_ms_ = 0, reload_ms_ = 0;  // of these builds, and of loading them again here
};

}  // namespace hone
