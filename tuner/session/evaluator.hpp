// SPDX-License-Identifier: MIT
// From a config to a trial in the store: judged by the rules, built, judged again, run, checked,
// timed. Every way in which that can end is an outcome, and what killed a worker is held against
// the config.
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
    /// `forced` lets every config be tried, whatever the rules say.
    Evaluator(const BenchSetup& setup, const Limits& limits, Store& store, const Run& run,
              bool forced);

    /// What the rules say before anything is built. `best_ns` is the best time so far, or 0.
    Verdict judge(const Config& config, double best_ns) const {
        return judge_.before_build(config, best_ns);
    }

    /// How many configs are worth building ahead of the one that runs. None on a CPU, where builds
    /// would disturb what is timed, and none where a program is not found again once it is built.
    std::size_t lead() const;
    /// Lets another worker build what will be evaluated soon.
    void build_ahead(const Config& config);

    /// Tries a config and adds the trial. A measurement that cannot beat `incumbent_ns` any more
    /// ends early; 0 lets it be measured in full.
    Trial evaluate(const Config& config, Purpose purpose, double incumbent_ns);

    /// Builds these configs and times them side by side; a trial with that purpose for each.
    std::vector<Trial> side_by_side(const std::vector<Config>& configs, Purpose purpose,
                                    std::size_t rounds);
    /// The same without trials: samples alone, empty for what failed.
    std::vector<Samples> time_again(const std::vector<Config>& configs, std::size_t rounds);

    /// Whether the config is right on another problem too; added to the store as a proof.
    SizeCheck prove(const Config& config, const Problem& problem);

    /// Whether it was ever found wrong on this device, at whatever size.
    bool known_wrong(const Config& config);

    RemoteBench& bench() { return bench_; }
    const Names& known() const { return judge_.known(); }
    /// The config as the store writes it.
    std::string text_of(const Config& config) const;

  private:
    Trial begin(const Config& config, const Plan& plan, Purpose purpose) const;
    bool build(const Config& config, const Plan& plan, Trial& trial);
    BuildResult built(const Config& config);
    void weigh(const BuildResult& ahead, const BuildResult& here);
    void run_built(const Config& config, double incumbent_ns, Trial& trial);
    void hold_against(const std::string& config, Outcome outcome, const std::string& why);
    std::vector<RunResult> duel(const std::vector<Config>& configs, std::size_t rounds);
    std::vector<RunResult> duel_once(const std::vector<Config>& configs, std::size_t rounds);

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    bool forced_;
    Judge judge_;
    RemoteBench bench_;
    Limits limits_;

    std::size_t places_for_builds_;
    std::optional<BuildsAhead> ahead_;
    std::size_t found_again_ = 0;         // programs that were built ahead
    double ahead_ms_ = 0, again_ms_ = 0;  // what they took there, and to be found here
};

}  // namespace hone
