// SPDX-License-Identifier: MIT
// What another device, or another size, leads to expect here: how fast each choice was there, as a
// share of the fastest; where it was not tried, what a Gaussian process makes of those that were.
#pragma once

#include <memory>

#include "tuner/search/model/gaussian_process.hpp"

namespace hone {

class Lead {
  public:
    /// The chart and `there` must outlive it.
    Lead(const Chart& chart, const Elsewhere& there);

    /// Of each of these choices: 1 for the fastest there, 0 for what failed.
    std::vector<float> of(const std::vector<Config>& configs);

  private:
    float share(std::optional<double> time) const;
    std::vector<Config> learned_from() const;
    void learn();

    const Chart& chart_;
    const Elsewhere& there_;
    double fastest_;
    Points points_;
    std::vector<Trend> trends_{{}};
    std::unique_ptr<GaussianProcess> process_;  // once something is asked that was not tried
};

}  // namespace hone
