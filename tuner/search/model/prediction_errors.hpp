// SPDX-License-Identifier: MIT
// How far a model's predictions were from what was then measured. A model that has just been
// wrong by more than it said is as wrong about what it has not tried.
#pragma once

#include <algorithm>
#include <cmath>

#include "tuner/search/model/gaussian_process.hpp"

namespace hone {

class PredictionErrors {
  public:
    /// Takes what was predicted, before the model knew the value, and the value.
    void add(const Prediction& prediction, double value) {
        const double variance = std::max(prediction.stddev * prediction.stddev, min_variance);
        const double error = value - prediction.mean;
        squares_ = decay * squares_ + std::min(error * error / variance, max_square);
        count_ = decay * count_ + 1;
    }

    /// What a predicted standard deviation is to be multiplied with: at least 1.
    double inflation() const {
        const double mean_square = (prior_count + squares_) / (prior_count + count_);
        return std::clamp(std::sqrt(mean_square), 1.0, max_inflation);
    }

  private:
    static constexpr double decay = 0.9;      // the last ten or so count
    static constexpr double prior_count = 3;  // so many predictions are taken to have been right
    static constexpr double max_square = 25;  // one outlier does not decide
    static constexpr double max_inflation = 3;
    static constexpr double min_variance = 1e-12;
    double squares_ = 0;  // of errors in standard deviations
    double count_ = 0;
};

}  // namespace hone
