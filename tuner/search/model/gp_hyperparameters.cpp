// SPDX-License-Identifier: MIT
// The negative logarithm of the marginal likelihood with its gradient (Rasmussen and Williams,
// chapter 5), with the mean and the signal variance integrated out. Rprop minimizes it, using only
// the signs of the gradient. Inner loops run along rows, so that they vectorize.
#include "tuner/search/model/gp_hyperparameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/search/model/dot.hpp"
#include "tuner/search/model/matern.hpp"

namespace hone {
namespace {

// Gaussian priors on the logarithms. Length scales: half the scale for one dimension, times the
// square root of the number of dimensions, since distances add up. Noise: a good measurement
// repeats within a few percent of the differences between configs.
constexpr double prior_length = 0.5;
constexpr double prior_noise = 1e-3;
constexpr double prior_width = 1;

// The bounds on the logarithms.
const double min_log_length = std::log(0.05);
const double max_log_length = std::log(50.0);
const double min_log_noise = std::log(1e-6);
const double max_log_noise = std::log(1.0);

constexpr int max_steps = 15;

using Vector = std::vector<double>;

// The lower triangle of a symmetric matrix, stored by rows.
class LowerTriangle {
  public:
    explicit LowerTriangle(std::size_t size) : size_(size), at_(size * size) {}
    double* row(std::size_t i) { return at_.data() + i * size_; }
    const double* row(std::size_t i) const { return at_.data() + i * size_; }
    std::size_t size() const { return size_; }

    // Replaces the matrix by its Cholesky factor. Returns false if it is not positive definite.
    bool factor() {
        Vector column(size_);
        for (std::size_t j = 0; j < size_; ++j) {
            if (row(j)[j] <= 0) return false;
            const double pivot = std::sqrt(row(j)[j]);
            row(j)[j] = pivot;
            for (std::size_t i = j + 1; i < size_; ++i) column[i] = row(i)[j] /= pivot;
            for (std::size_t i = j + 1; i < size_; ++i)
                subtract(row(i), column, column[i], j + 1, i);
        }
        return true;
    }

    // Returns the inverse of a triangular factor.
    LowerTriangle inverse() const {
        LowerTriangle result(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            double* into = result.row(i);
            for (std::size_t q = 0; q < i; ++q) {
                const double share = row(i)[q];
                const double* from = result.row(q);
                for (std::size_t k = 0; k <= q; ++k) into[k] -= share * from[k];
            }
            into[i] += 1;
            for (std::size_t k = 0; k <= i; ++k) into[k] /= row(i)[i];
        }
        return result;
    }

    // Returns its transpose times itself. For the inverse of a factor, this is the inverse of the
    // matrix.
    LowerTriangle square() const {
        LowerTriangle result(size_);
        for (std::size_t q = 0; q < size_; ++q) {
            const double* from = row(q);
            for (std::size_t i = 0; i <= q; ++i) {
                double* into = result.row(i);
                for (std::size_t k = 0; k <= i; ++k) into[k] += from[i] * from[k];
            }
        }
        return result;
    }

    // Return the product of the matrix, or of its transpose, with a vector.
    Vector times(const Vector& x) const {
        Vector y(size_, 0);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = 0; k <= i; ++k) y[i] += row(i)[k] * x[k];
        return y;
    }
    Vector transposed_times(const Vector& x) const {
        Vector y(size_, 0);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = 0; k <= i; ++k) y[k] += row(i)[k] * x[i];
        return y;
    }

  private:
    static void subtract(double* into, const Vector& from, double share, std::size_t first,
                         std::size_t last) {
        for (std::size_t k = first; k <= last; ++k) into[k] -= share * from[k];
    }

    std::size_t size_;
    Vector at_;
};

// The negative log marginal likelihood of the values as a function of the logarithms of the
// hyperparameters: the length scales, then the noise.
class NegLogMarginalLikelihood {
  public:
    NegLogMarginalLikelihood(const FeatureMatrix& points, std::span<const std::size_t> observed,
                             std::span<const double> values)
        : size_(observed.size()), values_(values.begin(), values.end()) {
        const double root = std::sqrt(static_cast<double>(points.dimensions()));
        prior_mean_.assign(points.dimensions(), std::log(prior_length * root));
        prior_mean_.push_back(std::log(prior_noise));
        for (std::size_t d = 0; d < points.dimensions(); ++d) {
            at_.emplace_back();
            for (const std::size_t point : observed) at_.back().push_back(points.at(point, d));
        }
    }

    // Also computes the gradient. Returns infinity if the covariance is not positive definite.
    double operator()(const Vector& log_parameters, Vector& gradient) const {
        const LowerTriangle squared_distances = distances(log_parameters);
        const double noise = std::exp(log_parameters.back());
        LowerTriangle factor(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j < i; ++j)
                factor.row(i)[j] = matern(squared_distances.row(i)[j]);
            factor.row(i)[i] = 1 + noise;
        }
        if (!factor.factor()) return std::numeric_limits<double>::infinity();
        const LowerTriangle inverse = factor.inverse();
        const Vector ones = inverse.times(Vector(size_, 1));
        Vector residual = inverse.times(values_);
        const double mean = dot(residual, ones) / dot(ones, ones);
        for (std::size_t i = 0; i < size_; ++i) residual[i] -= mean * ones[i];
        constexpr double tiny = 1e-6;  // keeps the logarithm finite if all values are equal
        const double variance = (dot(residual, residual) + tiny) / static_cast<double>(size_);

        gradient.assign(log_parameters.size(), 0);
        const Vector weighted_residual = inverse.transposed_times(residual);
        add_gradient(inverse.square(), squared_distances, log_parameters, weighted_residual,
                     variance, gradient);
        double value = static_cast<double>(size_) / 2 * std::log(variance);
        for (std::size_t i = 0; i < size_; ++i) value += std::log(factor.row(i)[i]);
        for (std::size_t d = 0; d < log_parameters.size(); ++d) {
            const double deviation = (log_parameters[d] - prior_mean_[d]) / prior_width;
            value += deviation * deviation / 2;
            gradient[d] += deviation / prior_width;
        }
        return value;
    }

  private:
    LowerTriangle distances(const Vector& log_parameters) const {
        LowerTriangle squared_distances(size_);
        for (std::size_t d = 0; d < at_.size(); ++d) {
            const Vector& x = at_[d];
            const double inverse_square = std::exp(-2 * log_parameters[d]);
            for (std::size_t i = 0; i < size_; ++i) {
                double* row = squared_distances.row(i);
                for (std::size_t j = 0; j < i; ++j)
                    row[j] += inverse_square * (x[i] - x[j]) * (x[i] - x[j]);
            }
        }
        return squared_distances;
    }

    void add_gradient(const LowerTriangle& inverse, const LowerTriangle& squared_distances,
                      const Vector& log_parameters, const Vector& weighted_residual,
                      double variance, Vector& gradient) const {
        const double noise = std::exp(log_parameters.back());
        LowerTriangle weight(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                weight.row(i)[j] =
                    (inverse.row(i)[j] - weighted_residual[i] * weighted_residual[j] / variance) *
                    matern_gradient(squared_distances.row(i)[j]);
            }
            gradient.back() +=
                noise / 2 *
                (inverse.row(i)[i] - weighted_residual[i] * weighted_residual[i] / variance);
        }
        for (std::size_t d = 0; d < at_.size(); ++d) {
            const Vector& x = at_[d];
            const double inverse_square = std::exp(-2 * log_parameters[d]);
            double sum = 0;
            for (std::size_t i = 0; i < size_; ++i)
                for (std::size_t j = 0; j < i; ++j)
                    sum += weight.row(i)[j] * (x[i] - x[j]) * (x[i] - x[j]);
            gradient[d] += inverse_square * sum;
        }
    }

    std::size_t size_;
    Vector values_;
    Vector prior_mean_;
    std::vector<Vector> at_;  // the points, by columns
};

// Rprop: each step size grows while its gradient keeps the sign, and is halved when the sign
// changes.
Vector rprop_minimize(const NegLogMarginalLikelihood& objective, Vector log_parameters) {
    Vector best = log_parameters;
    double lowest = std::numeric_limits<double>::infinity();
    Vector step_size(log_parameters.size(), 0.3);
    Vector last_gradient(log_parameters.size(), 0);
    Vector gradient;
    for (int step = 0; step < max_steps; ++step) {
        const double found = objective(log_parameters, gradient);
        if (found == std::numeric_limits<double>::infinity()) break;
        if (found < lowest) {
            lowest = found;
            best = log_parameters;
        }
        for (std::size_t d = 0; d < log_parameters.size(); ++d) {
            const bool sign_changed = gradient[d] * last_gradient[d] < 0;
            step_size[d] = sign_changed ? step_size[d] / 2 : std::min(1.2 * step_size[d], 1.0);
            if (sign_changed) gradient[d] = 0;
            last_gradient[d] = gradient[d];
            if (gradient[d] != 0) log_parameters[d] -= std::copysign(step_size[d], gradient[d]);
            const bool is_noise = d + 1 == log_parameters.size();
            log_parameters[d] =
                std::clamp(log_parameters[d], is_noise ? min_log_noise : min_log_length,
                           is_noise ? max_log_noise : max_log_length);
        }
    }
    return best;
}

}  // namespace

Hyperparameters initial_hyperparameters(std::size_t dimensions) {
    const double root = std::sqrt(static_cast<double>(dimensions));
    return {Vector(dimensions, prior_length * root), prior_noise};
}

Hyperparameters fit_hyperparameters(const FeatureMatrix& points,
                                    std::span<const std::size_t> observed,
                                    std::span<const double> values,
                                    const Hyperparameters& hyperparameters) {
    Vector logarithms;
    for (const double length : hyperparameters.length) logarithms.push_back(std::log(length));
    logarithms.push_back(std::log(hyperparameters.noise));
    const Vector found =
        rprop_minimize(NegLogMarginalLikelihood(points, observed, values), std::move(logarithms));
    Hyperparameters result;
    for (std::size_t d = 0; d < points.dimensions(); ++d)
        result.length.push_back(std::exp(found[d]));
    result.noise = std::exp(found.back());
    return result;
}

}  // namespace hone
