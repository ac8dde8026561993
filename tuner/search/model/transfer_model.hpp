// SPDX-License-Identifier: MIT
// Predicts the speed of each config from the trials of another device or problem size: its speed
// there, as a fraction of the fastest. For configs that were not tried there, a Gaussian process on
// the tried ones predicts it.
#pragma once

#include <memory>

#include "tuner/search/model/gaussian_process.hpp"

namespace hone {

class TransferModel {
  public:
    /// The feature map and the trials must outlive this object.
    TransferModel(const FeatureMap& features, const TransferTrials& trials);

    /// The predicted relative speed of each config; `points` are the configs' points. 1 for the
    /// fastest, 0 for a failure.
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
    std::unique_ptr<GaussianProcess> process_;  // created for the first untried config
};

}  // namespace hone
