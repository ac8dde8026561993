// SPDX-License-Identifier: MIT
// Let L be the Cholesky factor of the observations' covariance, and c(x) their covariance with a
// point x. All predictions for x follow from L⁻¹c(x): its squared norm is the explained variance;
// its product with the whitened values is the mean. Each observation adds one entry to it, for all
// points in one pass.
#include "tuner/search/model/gaussian_process.hpp"

#include <algorithm>
#include <cmath>

#include "spaces/base/parallel.hpp"
#include "tuner/search/model/dot.hpp"
#include "tuner/search/model/matern.hpp"

namespace hone {
namespace {

using Vector = std::vector<double>;

// Solves a small symmetric positive semidefinite system. A row without a positive pivot keeps its
// right-hand side.
Vector solve(std::vector<Vector> matrix, Vector right) {
    const std::size_t n = right.size();
    for (std::size_t j = 0; j < n; ++j) {
        if (matrix[j][j] <= 0) continue;
        for (std::size_t i = j + 1; i < n; ++i) {
            const double share = matrix[i][j] / matrix[j][j];
            for (std::size_t k = j; k < n; ++k) matrix[i][k] -= share * matrix[j][k];
            right[i] -= share * right[j];
        }
    }
    for (std::size_t j = n; j-- > 0;) {
        if (matrix[j][j] <= 0) continue;
        for (std::size_t k = j + 1; k < n; ++k) right[j] -= matrix[j][k] * right[k];
        right[j] /= matrix[j][j];
    }
    return right;
}

}  // namespace

GaussianProcess::GaussianProcess(const FeatureMatrix& points,
                                 const std::vector<BasisFunction>& basis,
                                 Hyperparameters hyperparameters, VariancePrior variance_prior)
    : points_(points),
      basis_(basis),
      hyperparameters_(std::move(hyperparameters)),
      variance_prior_(variance_prior),
      basis_targets_(basis.size()),
      signal_variance_(variance_prior.strength > 0 ? variance_prior.variance : 1) {
    for (const BasisFunction& function : basis_) weights_.push_back(function.prior_weight);
    extend();
}

std::vector<float> GaussianProcess::correlation(std::size_t point, const FeatureMatrix& points,
                                                std::size_t first, std::size_t last) const {
    std::vector<float> squared(last - first, 0);
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
        const float* x = points.column(d) + first;
        const float origin = points_.at(point, d);
        const auto inverse_length = static_cast<float>(1 / hyperparameters_.length[d]);
        for (std::size_t i = 0; i < squared.size(); ++i) {
            const float distance = (x[i] - origin) * inverse_length;
            squared[i] += distance * distance;
        }
    }
    for (float& each : squared) each = matern(each);
    return squared;
}

void GaussianProcess::observe(std::size_t point, double value) {
    std::vector<float> column = correlation(point);
    std::vector<float> row = grow_factor(point, column);
    for (std::size_t i = 0; i < column.size(); ++i) {
        column[i] /= row.back();
        variance_[i] -= column[i] * column[i];
    }
    append_target(value_target_, value, row, column);
    for (std::size_t t = 0; t < basis_targets_.size(); ++t)
        append_target(basis_targets_[t], basis_[t].values[point], row, column);
    observed_.push_back(point);
    factor_.push_back(std::move(row));
    whitened_.push_back(std::move(column));
    update_weights();
}

// Returns the new row of the factor. Leaves in `column` the part that earlier observations do not
// explain.
std::vector<float> GaussianProcess::grow_factor(std::size_t point, std::vector<float>& column) {
    std::vector<float> row;
    double remaining = 1 + hyperparameters_.noise;
    for (const auto& earlier : whitened_) {
        const float factor = earlier[point];
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= factor * earlier[i];
        remaining -= double{factor} * factor;
        row.push_back(factor);
    }
    constexpr double min_pivot = 1e-9;  // rounding may leave less than zero
    row.push_back(static_cast<float>(std::sqrt(std::max(remaining, min_pivot))));
    return row;
}

void GaussianProcess::append_target(WhitenedTarget& target, double value,
                                    const std::vector<float>& row,
                                    const std::vector<float>& column) {
    for (std::size_t j = 0; j < target.whitened.size(); ++j)
        value -= double{row[j]} * target.whitened[j];
    value /= double{row.back()};
    target.whitened.push_back(value);
    const auto factor = static_cast<float>(value);
    for (std::size_t i = 0; i < column.size(); ++i) target.projected[i] += column[i] * factor;
}

// Computes the generalized least squares weights; the prior counts as additional observations.
void GaussianProcess::update_weights() {
    std::vector<Vector> matrix(basis_targets_.size(), Vector(basis_targets_.size()));
    Vector right(basis_targets_.size());
    for (std::size_t t = 0; t < basis_targets_.size(); ++t) {
        for (std::size_t u = 0; u < basis_targets_.size(); ++u)
            matrix[t][u] = dot(basis_targets_[t].whitened, basis_targets_[u].whitened);
        matrix[t][t] += basis_[t].prior_strength;
        right[t] = dot(basis_targets_[t].whitened, value_target_.whitened) +
                   basis_[t].prior_strength * basis_[t].prior_weight;
    }
    weights_ = solve(std::move(matrix), std::move(right));
    const Vector residual = whitened_residual();
    signal_variance_ =
        (dot(residual, residual) + variance_prior_.strength * variance_prior_.variance) /
        (static_cast<double>(residual.size()) + variance_prior_.strength);
}

// The part of the values that the basis functions do not explain.
std::vector<double> GaussianProcess::whitened_residual() const {
    Vector residual = value_target_.whitened;
    for (std::size_t t = 0; t < basis_targets_.size(); ++t)
        for (std::size_t i = 0; i < residual.size(); ++i)
            residual[i] -= weights_[t] * basis_targets_[t].whitened[i];
    return residual;
}

void GaussianProcess::extend() {
    const std::size_t first = variance_.size();
    if (first == points_.size()) return;
    variance_.resize(points_.size(), 1);
    value_target_.projected.resize(points_.size(), 0);
    for (WhitenedTarget& target : basis_targets_) target.projected.resize(points_.size(), 0);
    for (std::vector<float>& each : whitened_) each.resize(points_.size());
    solve_at(first, points_.size());
}

// First computes the factor in a process of the observed points alone. The projection to each other
// point then follows independently, so all cores share it.
void GaussianProcess::observe_all(const std::vector<std::size_t>& points,
                                  const std::vector<double>& values) {
    FeatureMatrix observed(points_.dimensions());
    std::vector<BasisFunction> basis = basis_;
    for (BasisFunction& function : basis) function.values.clear();
    std::vector<float> features(points_.dimensions());
    for (const std::size_t point : points) {
        for (std::size_t d = 0; d < features.size(); ++d) features[d] = points_.at(point, d);
        observed.append(features);
        for (std::size_t t = 0; t < basis.size(); ++t)
            basis[t].values.push_back(basis_[t].values[point]);
    }
    GaussianProcess known(observed, basis, hyperparameters_, variance_prior_);
    for (std::size_t i = 0; i < points.size(); ++i) known.observe(i, values[i]);
    observed_ = points;
    factor_ = std::move(known.factor_);
    value_target_.whitened = std::move(known.value_target_.whitened);
    for (std::size_t t = 0; t < basis_targets_.size(); ++t)
        basis_targets_[t].whitened = std::move(known.basis_targets_[t].whitened);
    weights_ = std::move(known.weights_);
    signal_variance_ = known.signal_variance_;
    whitened_.assign(observed_.size(), std::vector<float>(points_.size()));
    constexpr std::size_t chunk = 1024;  // fits into a core's cache
    for_each_index((points_.size() + chunk - 1) / chunk, [this](std::size_t c) {
        solve_at(c * chunk, std::min((c + 1) * chunk, points_.size()));
    });
}

void GaussianProcess::solve_at(std::size_t first, std::size_t last) {
    for (std::size_t o = 0; o < observed_.size(); ++o) {
        std::vector<float> column = correlation(observed_[o], points_, first, last);
        for (std::size_t j = 0; j < o; ++j)
            for (std::size_t i = 0; i < column.size(); ++i)
                column[i] -= factor_[o][j] * whitened_[j][first + i];
        const auto add = [&](WhitenedTarget& target) {
            for (std::size_t i = 0; i < column.size(); ++i)
                target.projected[first + i] += column[i] * static_cast<float>(target.whitened[o]);
        };
        for (std::size_t i = 0; i < column.size(); ++i) {
            column[i] /= factor_[o][o];
            variance_[first + i] -= column[i] * column[i];
        }
        add(value_target_);
        for (WhitenedTarget& target : basis_targets_) add(target);
        std::ranges::copy(column, whitened_[o].begin() + static_cast<std::ptrdiff_t>(first));
    }
}

double GaussianProcess::basis_mean(std::size_t point) const {
    double sum = 0;
    for (std::size_t t = 0; t < basis_.size(); ++t) sum += weights_[t] * basis_[t].values[point];
    return sum;
}

Prediction GaussianProcess::predict(std::size_t point) const {
    double mean = basis_mean(point) + value_target_.projected[point];
    for (std::size_t t = 0; t < basis_targets_.size(); ++t)
        mean -= weights_[t] * basis_targets_[t].projected[point];
    const double remaining = std::max(0.0F, variance_[point]);
    return {mean, std::sqrt(signal_variance_ * remaining)};
}

std::vector<float> GaussianProcess::means(const FeatureMatrix& points) const {
    Vector influence = whitened_residual();  // of each observation
    for (std::size_t o = influence.size(); o-- > 0;) {
        influence[o] /= double{factor_[o][o]};
        for (std::size_t j = 0; j < o; ++j) influence[j] -= double{factor_[o][j]} * influence[o];
    }
    std::vector<float> means(points.size(), static_cast<float>(weights_.front()));
    for (std::size_t o = 0; o < influence.size(); ++o) {
        const std::vector<float> column = correlation(observed_[o], points, 0, points.size());
        const auto factor = static_cast<float>(influence[o]);
        for (std::size_t i = 0; i < means.size(); ++i) means[i] += factor * column[i];
    }
    return means;
}

}  // namespace hone
