// SPDX-License-Identifier: MIT
// A chart of the ground: each choice as a point, near to what is like it. First the parameters on
// their scales, a column for each word where there are words, then the traits and what is foreseen.
#pragma once

#include "tuner/search/search_problem.hpp"

namespace hone {

/// Points in columns, since everything that is asked of them is asked of all at once.
class Points {
  public:
    explicit Points(std::size_t dimensions) : columns_(dimensions) {}

    std::size_t size() const { return columns_.empty() ? 0 : columns_[0].size(); }
    std::size_t dimensions() const { return columns_.size(); }
    const float* column(std::size_t dimension) const { return columns_[dimension].data(); }
    float at(std::size_t point, std::size_t dimension) const { return columns_[dimension][point]; }
    void add(const std::vector<float>& point) {
        for (std::size_t d = 0; d < columns_.size(); ++d) columns_[d].push_back(point[d]);
    }

  private:
    std::vector<std::vector<float>> columns_;
};

class Chart {
  public:
    /// `all` says whether more than the parameters are columns; the ground must outlive the chart.
    Chart(const Ground& ground, bool all);

    std::size_t dimensions() const { return parameters_ + scales_.size(); }
    /// How many of them, the first ones, say the parameters.
    std::size_t parameters() const { return parameters_; }
    std::vector<float> point(const Config& config) const;

  private:
    struct Scale {
        std::size_t quantity;  // its place among the traits, and behind them what is foreseen
        double low, high;
        bool factors;
        float of(double value) const;
    };
    std::vector<double> quantities(const Config& config) const;
    void add_scale(std::size_t quantity, std::vector<double> values);

    const Ground& ground_;
    std::size_t parameters_ = 0;
    std::vector<Scale> scales_;
    std::vector<std::vector<double>> seen_;  // each scale's values at some choices
};

}  // namespace hone
