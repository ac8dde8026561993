// SPDX-License-Identifier: MIT
// What to expect of every point at once, from the values observed at some: a Gaussian process about
// trends whose weights are learned too. One more observation costs one pass over the points for
// each earlier one, because the factor that was grown so far stays as it is.
#pragma once

#include "tuner/search/model/gp_hyperparameters.hpp"

namespace hone {

/// What is expected at one point: a mean and a standard deviation, in the values' unit.
struct Expected {
    double mean = 0;
    double deviation = 0;
};

/// What the values are thought to follow, for each point; its weight is learned. The first trend is
/// 1 everywhere. `weight` is the opinion on it where `firm` is more than 0, worth so many
/// observations.
struct Trend {
    std::vector<float> at;
    double weight = 0;
    double firm = 0;
};

/// How much values are thought to leave the trends, as a variance worth so many observations.
struct Leeway {
    double variance = 0;
    double firm = 0;
};

class GaussianProcess {
  public:
    /// Points and trends may grow later, by extend(); they must outlive it.
    GaussianProcess(const Points& points, const std::vector<Trend>& trends, Scales scales,
                    Leeway leeway = {});

    /// Takes in the value at a point.
    void observe(std::size_t point, double value);
    /// Takes in the points that were added since.
    void extend();

    Expected expected(std::size_t point) const;
    /// What the trends alone say of a point.
    double trend(std::size_t point) const;
    std::size_t observations() const { return observed_.size(); }
    const Scales& scales() const { return scales_; }
    /// How alike each point is to this one, from 0 to 1.
    std::vector<float> alike(std::size_t point) const { return alike(point, 0); }

  private:
    // A quantity that is known where something was observed: whitened, and what it says of each
    // point.
    struct Told {
        std::vector<double> whitened;
        std::vector<float> from;
    };
    std::vector<float> alike(std::size_t point, std::size_t first) const;
    std::vector<float> grow_factor(std::size_t point, std::vector<float>& part);
    static void take(Told& told, double value, const std::vector<float>& row,
                     const std::vector<float>& part);
    void add_tail(std::size_t first);
    void weigh();

    const Points& points_;
    const std::vector<Trend>& trends_;
    Scales scales_;
    Leeway leeway_;
    std::vector<std::size_t> observed_;
    std::vector<std::vector<float>> whitened_;  // for each observation, its part in each point
    std::vector<std::vector<float>> factor_;    // rows of the Cholesky factor
    Told values_;
    std::vector<Told> told_;  // of each trend
    std::vector<double> weights_;
    std::vector<float> variance_;  // that is left at each point
    double spread_;
};

}  // namespace hone
