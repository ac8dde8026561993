// SPDX-License-Identifier: MIT
// A run without a search: it measures a few configs of one kernel for one problem.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/evaluation/evaluator.hpp"

namespace hone {

class CampaignRun {
  public:
    /// Starts the run. `strategy` is its kind, such as "ladder".
    CampaignRun(const Campaign& campaign, BenchSetup setup, const MeasureOptions& options,
                const std::string& strategy, const std::string& command);
    /// A run that was not finished is interrupted.
    ~CampaignRun();
    CampaignRun(const CampaignRun&) = delete;
    CampaignRun& operator=(const CampaignRun&) = delete;

    const BenchSetup& setup() const { return setup_; }
    const Run& run() const { return run_; }
    Evaluator& evaluator() { return evaluator_; }
    Store& store() const { return campaign_.store; }
    const std::atomic<bool>& stop() const { return campaign_.stop; }

    /// Starts the builds of configs that will be evaluated soon.
    void prebuild(const std::vector<Config>& configs);
    /// Evaluates each config, and returns the correct ones. A config that cannot beat
    /// `incumbent_ns` ends early, and no config begins once the time is over.
    std::vector<Config> keep_correct(
        const std::vector<Config>& configs, Purpose purpose, double incumbent_ns = 0,
        const std::function<bool()>& is_over = [] { return false; });
    /// Evaluates each config, then times the correct ones interleaved. Returns the trials of those
    /// that were timed; empty once the campaign is stopped.
    std::map<Config, Trial> time_correct(const std::vector<Config>& configs, Purpose purpose,
                                         std::size_t rounds);

    /// Ends the run. If it measured a config that is faster than the stored best, that config
    /// becomes the best; see adopt_faster.
    void finish();

  private:
    const Campaign& campaign_;
    BenchSetup setup_;
    Run run_;
    Evaluator evaluator_;
    bool is_ended_ = false;
};

}  // namespace hone
