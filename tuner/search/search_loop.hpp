// SPDX-License-Identifier: MIT
// A strategy with its stopping rule: the loop of ask and tell that a session runs on a device, and
// a replay on a recorded space.
#pragma once

#include <memory>
#include <optional>

#include "tuner/search/strategy.hpp"

namespace hone {

class SearchLoop {
  public:
    explicit SearchLoop(std::unique_ptr<Strategy> strategy) : strategy_(std::move(strategy)) {}

    std::optional<Config> ask() { return strategy_->ask(); }
    /// The same of the configs whose program is built already: see Strategy.
    std::optional<Config> ask_built() { return strategy_->ask_built(); }
    /// What was known before the search: see Strategy.
    bool recall(const Config& config, std::optional<double> nanoseconds) {
        return strategy_->recall(config, nanoseconds);
    }
    /// What was known without a trial.
    void tell_known(const Config& config, std::optional<double> nanoseconds) {
        strategy_->tell(config, nanoseconds);
    }
    /// What is not tried.
    void skip(const Config& config) { strategy_->skip(config); }
    /// What a trial gave. Afterwards the strategy says what it expects of the rest.
    void tell(const Config& config, std::optional<double> nanoseconds) {
        strategy_->tell(config, nanoseconds);
        expected_gain_ = strategy_->expected_gain();
        converged_ = expected_gain_ && expected_gain_->probability < small_probability;
    }

    /// What the strategy expected after the last trial; nothing from one that expects nothing.
    const std::optional<ExpectedGain>& expected_gain() const { return expected_gain_; }
    /// Whether little was left to gain after the last trial.
    bool converged() const { return converged_; }

  private:
    static constexpr double small_probability = 0.05;
    std::unique_ptr<Strategy> strategy_;
    std::optional<ExpectedGain> expected_gain_;
    bool converged_ = false;
};

}  // namespace hone
