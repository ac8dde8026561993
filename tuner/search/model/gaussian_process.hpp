// SPDX-License-Identifier: MIT
// Gaussian process regression that predicts all points at once, with a linear combination of basis
// functions as its mean; the weights are learned too. One more observation costs one pass over the
// points for each earlier one, because the Cholesky factor only grows by a row.
#pragma once

#include "tuner/search/model/gp_hyperparameters.hpp"

namespace hone {

/// The predicted mean and standard deviation at one point, in the unit of the values.
struct Prediction {
    double mean = 0;
    double stddev = 0;
};

/// A basis function of the mean, given at each point. The first one is 1 everywhere. `prior_weight`
/// is the prior mean of its weight, worth `prior_strength` observations.
struct BasisFunction {
    std::vector<float> values;
    double prior_weight = 0;
    double prior_strength = 0;
};

/// The prior of the signal variance, worth `strength` observations.
struct VariancePrior {
    double variance = 0;
    double strength = 0;
};

class GaussianProcess {
  public:
    /// Points and basis functions may grow later, by extend(); they must outlive the process.
    GaussianProcess(const FeatureMatrix& points, const std::vector<BasisFunction>& basis,
                    Hyperparameters hyperparameters, VariancePrior variance_prior = {});

    /// Adds the value observed at a point.
    void observe(std::size_t point, double value);
    /// The same of all that were observed, once, where none was before: on all cores.
    void observe_all(const std::vector<std::size_t>& points, const std::vector<double>& values);
    /// Takes in the points that were added since.
    void extend();

    Prediction predict(std::size_t point) const;
    /// The means at points that are none of its own, where the first basis function is the only one. That costs
    /// far less than taking them in.
    std::vector<float> means(const FeatureMatrix& points) const;
    /// The mean by the basis functions alone.
    double basis_mean(std::size_t point) const;
    std::size_t observations() const { return observed_.size(); }
    const Hyperparameters& hyperparameters() const { return hyperparameters_; }
    /// The correlation of each point with this one, from 0 to 1.
    std::vector<float> correlation(std::size_t point) const {
        return correlation(point, points_, 0, points_.size());
    }

  private:
    // A target that is known at the observations: whitened by the factor, and projected to each
    // point.
    struct WhitenedTarget {
        std::vector<double> whitened;
        std::vector<float> projected;
    };
    // Of these points, from the first one up to the last, with one of the process.
    std::vector<float> correlation(std::size_t point, const FeatureMatrix& points,
                                   std::size_t first, std::size_t last) const;
    std::vector<float> grow_factor(std::size_t point, std::vector<float>& column);
    static void append_target(WhitenedTarget& target, double value, const std::vector<float>& row,
                              const std::vector<float>& column);
    void solve_at(std::size_t first, std::size_t last);
    void update_weights();
    std::vector<double> whitened_residual() const;

    const FeatureMatrix& points_;
    const std::vector<BasisFunction>& basis_;
    Hyperparameters hyperparameters_;
    VariancePrior variance_prior_;
    std::vector<std::size_t> observed_;
    std::vector<std::vector<float>> whitened_;  // correlations with each point
    std::vector<std::vector<float>> factor_;    // rows of the Cholesky factor
    WhitenedTarget value_target_;
    std::vector<WhitenedTarget> basis_targets_;  // of each basis function
    std::vector<double> weights_;
    std::vector<float> variance_;  // that remains at each point
    double signal_variance_;
};

}  // namespace hone
