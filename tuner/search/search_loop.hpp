// SPDX-License-Identifier: MIT
// A strategy with its stopping rule: the ask-and-tell loop that a session runs on a device, and a
// replay on a recorded space.
#pragma once

#include <memory>
#include <optional>

#include "tuner/search/strategy.hpp"

namespace hone {

class SearchLoop {
  public:
    explicit SearchLoop(std::unique_ptr<Strategy> strategy) : strategy_(std::move(strategy)) {}

    std::optional<Config> ask() { return strategy_->ask(); }
    /// Asks for a config whose program is already built: see Strategy.
    std::optional<Config> ask_built() { return strategy_->ask_built(); }
    /// Passes a result from before the search: see Strategy.
    bool recall(const Config& config, std::optional<double> nanoseconds) {
        return strategy_->recall(config, nanoseconds);
    }
    /// Passes a known result that needed no trial.
    void tell_known(const Config& config, std::optional<double> nanoseconds) {
        strategy_->tell(config, nanoseconds);
    }
    /// Reports that a config is not tried.
    void skip(const Config& config) { strategy_->skip(config); }
    /// Passes the result of a trial, and then asks the strategy for the expected gain.
    void tell(const Config& config, std::optional<double> nanoseconds) {
        strategy_->tell(config, nanoseconds);
        expected_gain_ = strategy_->expected_gain();
        converged_ = expected_gain_ && expected_gain_->probability < small_probability;
    }

    /// The expected gain after the last trial; nullopt for a strategy without a model.
    const std::optional<ExpectedGain>& expected_gain() const { return expected_gain_; }
    /// Whether little further gain was expected after the last trial.
    bool converged() const { return converged_; }

  private:
    static constexpr double small_probability = 0.05;
    std::unique_ptr<Strategy> strategy_;
    std::optional<ExpectedGain> expected_gain_;
    bool converged_ = false;
};

}  // namespace hone
