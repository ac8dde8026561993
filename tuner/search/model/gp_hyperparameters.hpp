// SPDX-License-Identifier: MIT
// The hyperparameters of a Gaussian process: a length scale for each dimension, and the noise. They
// maximize the marginal likelihood of the observations under a weak prior.
#pragma once

#include <span>
#include <vector>

#include "tuner/search/model/feature_map.hpp"

namespace hone {

struct Hyperparameters {
    std::vector<double> length;  // one for each dimension
    double noise = 0;            // variance, as a fraction of the signal variance
};

/// The prior means of the hyperparameters.
Hyperparameters initial_hyperparameters(std::size_t dimensions);

/// Maximizes the marginal likelihood of these values at these points, starting from
/// `hyperparameters`.
Hyperparameters fit_hyperparameters(const FeatureMatrix& points,
                                    std::span<const std::size_t> observed,
                                    std::span<const double> values,
                                    const Hyperparameters& hyperparameters);

}  // namespace hone
