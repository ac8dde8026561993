// SPDX-License-Identifier: MIT
// What the trials of another device or problem size predict here: the speed of each config there,
// as a fraction of the fastest; where it was not tried, a Gaussian process of those that were.
#pragma once

#include <memory>

#include "tuner/search/model/gaussian_process.hpp"

namespace hone {

class TransferModel {
  public:
    /// The feature map and the trials must outlive it.
    TransferModel(const FeatureMap& features, const TransferTrials& trials);

    /// The predicted relative speed of each config, whose points are given: 1 for the fastest, 0 for
    /// a failure.
    std::vector<float> predict(const std::vector<Config>& configs, const FeatureMatrix& points);

  private:
    float relative_speed(std::optional<double> time) const;
    std::vector<Config> training_configs() const;
    void fit();

    const FeatureMap& features_;
    const TransferTrials& trials_;
    double fastest_;
    FeatureMatrix points_;
    std::vector<BasisFunction> basis_{{}};
    std::unique_ptr<GaussianProcess> process_;  // once a config is asked for that was not tried
};

}  // namespace hone
