// SPDX-License-Identifier: MIT
// Tracks the differences between predictions and measured values. A model whose recent errors
// exceeded its standard deviations is as wrong about untried configs. A model whose predictions
// were in no better order than chance has not learned anything yet.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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
        predicted_.push_back(prediction.mean);
        measured_.push_back(value);
    }

    /// The factor for a predicted standard deviation: at least 1.
    double inflation() const {
        const double mean_square = (prior_count + squares_) / (prior_count + count_);
        return std::clamp(std::sqrt(mean_square), 1.0, max_inflation);
    }

    /// The rank correlation of all predictions with the measured values, in standard deviations of
    /// a random order; 0 if all values are equal.
    double order_score() const {
        const std::vector<double> xs = centered_ranks(predicted_);
        const std::vector<double> ys = centered_ranks(measured_);
        const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
            return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
        };
        const double both = std::sqrt(dot(xs, xs) * dot(ys, ys));
        return both > 0 ? dot(xs, ys) / both * std::sqrt(static_cast<double>(xs.size()) - 1) : 0;
    }

  private:
    // Equal values share their mean rank; the mean of all ranks is 0.
    static std::vector<double> centered_ranks(const std::vector<double>& values) {
        std::vector<double> sorted = values;
        std::ranges::sort(sorted);
        std::vector<double> ranks;
        for (const double value : values) {
            const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
            const auto below = first - sorted.begin();
            const auto above = sorted.end() - last;
            ranks.push_back(static_cast<double>(below - above) / 2);
        }
        return ranks;
    }

    static constexpr double decay = 0.9;      // about the last ten predictions count
    static constexpr double prior_count = 3;  // correct predictions assumed at the start
    static constexpr double max_square = 25;  // limits the influence of one outlier
    static constexpr double max_inflation = 3;
    static constexpr double min_variance = 1e-12;
    double squares_ = 0;  // of errors, in standard deviations
    double count_ = 0;
    std::vector<double> predicted_, measured_;  // in the order of the trials
};

}  // namespace hone
