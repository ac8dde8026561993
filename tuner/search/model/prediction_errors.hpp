// SPDX-License-Identifier: MIT
// Tracks the differences between predictions and measured values. A model whose recent errors
// exceeded its standard deviations is as wrong about untried configs.
#pragma once

#include <algorithm>
#include <cmath>

#include "tuner/search/model/gaussian_process.hpp"

namespace hone {

class PredictionErrors {
  public:
    /// Adds a prediction, made before the model knew the value, and the value.
    void add(const Prediction& prediction, double value) {
        const double variance = std::max(prediction.stddev * prediction.stddev, min_variance);
        const double error = value - prediction.mean;
        squares_ = decay * squares_ + std::min(error * error / variance, max_square);
        count_ = decay * count_ + 1;
    }

    /// The factor for a predicted standard deviation: at least 1.
    double inflation() const {
        const double mean_square = (prior_count + squares_) / (prior_count + count_);
        return std::clamp(std::sqrt(mean_square), 1.0, max_inflation);
    }

  private:
    static constexpr double decay = 0.9;      // about the last ten predictions count
    static constexpr double prior_count = 3;  // correct predictions assumed at the start
    static constexpr double max_square = 25;  // limits the influence of one outlier
    static constexpr double max_inflation = 3;
    static constexpr double min_variance = 1e-12;
    double squares_ = 0;  // of errors, in standard deviations
    double count_ = 0;
};

}  // namespace hone
