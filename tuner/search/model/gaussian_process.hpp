// SPDX-License-Identifier: MIT
// Gaussian process regression that predicts all points at once. Its mean is a linear combination of
// basis functions whose weights are learned, too. A further observation costs one pass over the
// points for each earlier one, because the Cholesky factor only grows by a row.
#pragma once

#include "tuner/search/model/gp_hyperparameters.hpp"

namespace hone {

/// The predicted mean and standard deviation at one point, in the unit of the values.
struct Prediction {
    double mean = 0;
    double stddev = 0;
};

/// A basis function of the mean, by its values at the points. The first basis function is 1
/// everywhere. `prior_weight` is the prior mean of its weight, worth `prior_strength` observations.
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
    /// Adds all observations at once, on all cores. Requires a process without observations.
    void observe_all(const std::vector<std::size_t>& points, const std::vector<double>& values);
    /// Takes in the points that were added since the last call.
    void extend();

    Prediction predict(std::size_t point) const;
    /// Returns the means at points outside of the process. Requires that the first basis function
    /// is the only one. Much cheaper than adding the points.
    std::vector<float> means(const FeatureMatrix& points) const;
    /// The mean of the basis functions alone.
    double basis_mean(std::size_t point) const;
    std::size_t observations() const { return observed_.size(); }
    const Hyperparameters& hyperparameters() const { return hyperparameters_; }
    /// The correlation of each point with `point`, from 0 to 1.
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
    // The correlation of the process's `point` with `points` from `first` up to `last`, exclusive.
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
    std::vector<WhitenedTarget> basis_targets_;  // one for each basis function
    std::vector<double> weights_;
    std::vector<float> variance_;  // remaining at each point, relative to the signal's
    double signal_variance_;
};

}  // namespace hone
