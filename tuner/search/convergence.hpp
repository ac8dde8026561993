// SPDX-License-Identifier: MIT
// When a search has converged: the strategy expects little gain for a while. One small expectation
// is not enough, since the model may be wrong.
#pragma once

#include "tuner/search/strategy.hpp"

namespace hone {

class ConvergenceTest {
  public:
    /// Takes the expected gain after a trial: true when it was small for long enough.
    bool update(const std::optional<ExpectedGain>& expected_gain) {
        const bool small_gain = expected_gain && expected_gain->probability < small_probability;
        ++trials_;
        small_gain_trials_ = small_gain ? small_gain_trials_ + 1 : 0;
        return small_gain_trials_ >= min_trials && small_gain_trials_ >= min_fraction * trials_;
    }

  private:
    // Of the config that most likely improves by 1 %, as the model predicts.
    static constexpr double small_probability = 0.05;
    // A model that has just been wrong is as sure as one that is right. The gain must stay small
    // for a third of all trials, and for long enough to try the neighbors of the best.
    static constexpr int min_trials = 20;
    static constexpr double min_fraction = 1.0 / 3;
    int trials_ = 0;
    int small_gain_trials_ = 0;
};

}  // namespace hone
