// SPDX-License-Identifier: MIT
// With the factor L of the observations' covariance and c(x) their covariance with a point, all
// that is ever asked of x is L⁻¹c(x): its square is the variance that was removed, its product with
// the whitened values the mean. Each observation adds one entry to it, for all points in one pass.
#include "tuner/search/model/gaussian_process.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/search/model/dot.hpp"
#include "tuner/search/model/matern.hpp"

namespace hone {
namespace {

using Vector = std::vector<double>;

// Solves a small symmetric positive system in place; what has no pivot keeps its right side.
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

GaussianProcess::GaussianProcess(const Points& points, const std::vector<Trend>& trends,
                                 Scales scales, Leeway leeway)
    : points_(points),
      trends_(trends),
      scales_(std::move(scales)),
      leeway_(leeway),
      told_(trends.size()),
      spread_(leeway.firm > 0 ? leeway.variance : 1) {
    for (const Trend& trend : trends_) weights_.push_back(trend.weight);
    extend();
}

std::vector<float> GaussianProcess::alike(std::size_t point, std::size_t first) const {
    std::vector<float> squared(points_.size() - first, 0);
    for (std::size_t d = 0; d < points_.dimensions(); ++d) {
        const float* x = points_.column(d) + first;
        const float here = points_.at(point, d);
        const auto per = static_cast<float>(1 / scales_.length[d]);
        for (std::size_t i = 0; i < squared.size(); ++i) {
            const float apart = (x[i] - here) * per;
            squared[i] += apart * apart;
        }
    }
    for (float& each : squared) each = matern(each);
    return squared;
}

void GaussianProcess::observe(std::size_t point, double value) {
    std::vector<float> part = alike(point);
    std::vector<float> row = grow_factor(point, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] /= row.back();
        variance_[i] -= part[i] * part[i];
    }
    take(values_, value, row, part);
    for (std::size_t t = 0; t < told_.size(); ++t) take(told_[t], trends_[t].at[point], row, part);
    observed_.push_back(point);
    factor_.push_back(std::move(row));
    whitened_.push_back(std::move(part));
    weigh();
}

// The new row of the factor; `part` is left with what earlier observations do not explain.
std::vector<float> GaussianProcess::grow_factor(std::size_t point, std::vector<float>& part) {
    std::vector<float> row;
    double left = 1 + scales_.noise;
    for (const auto& earlier : whitened_) {
        const float share = earlier[point];
        for (std::size_t i = 0; i < part.size(); ++i) part[i] -= share * earlier[i];
        left -= double{share} * share;
        row.push_back(share);
    }
    constexpr double least = 1e-9;  // what rounding may leave of nothing
    row.push_back(static_cast<float>(std::sqrt(std::max(left, least))));
    return row;
}

void GaussianProcess::take(Told& told, double value, const std::vector<float>& row,
                           const std::vector<float>& part) {
    for (std::size_t j = 0; j < told.whitened.size(); ++j)
        value -= double{row[j]} * told.whitened[j];
    value /= double{row.back()};
    told.whitened.push_back(value);
    const auto share = static_cast<float>(value);
    for (std::size_t i = 0; i < part.size(); ++i) told.from[i] += part[i] * share;
}

// The weights that make what is left of the values least surprising, opinions counted in.
void GaussianProcess::weigh() {
    std::vector<Vector> matrix(told_.size(), Vector(told_.size()));
    Vector right(told_.size());
    for (std::size_t t = 0; t < told_.size(); ++t) {
        for (std::size_t u = 0; u < told_.size(); ++u)
            matrix[t][u] = dot(told_[t].whitened, told_[u].whitened);
        matrix[t][t] += trends_[t].firm;
        right[t] = dot(told_[t].whitened, values_.whitened) + trends_[t].firm * trends_[t].weight;
    }
    weights_ = solve(std::move(matrix), std::move(right));
    Vector rest = values_.whitened;
    for (std::size_t t = 0; t < told_.size(); ++t)
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= weights_[t] * told_[t].whitened[i];
    spread_ = (dot(rest, rest) + leeway_.firm * leeway_.variance) /
              (static_cast<double>(rest.size()) + leeway_.firm);
}

void GaussianProcess::extend() {
    const std::size_t first = variance_.size();
    if (first == points_.size()) return;
    variance_.resize(points_.size(), 1);
    values_.from.resize(points_.size(), 0);
    for (Told& told : told_) told.from.resize(points_.size(), 0);
    add_tail(first);
}

void GaussianProcess::add_tail(std::size_t first) {
    for (std::size_t o = 0; o < observed_.size(); ++o) {
        std::vector<float> part = alike(observed_[o], first);
        for (std::size_t j = 0; j < o; ++j)
            for (std::size_t i = 0; i < part.size(); ++i)
                part[i] -= factor_[o][j] * whitened_[j][first + i];
        const auto add = [&](Told& told) {
            for (std::size_t i = 0; i < part.size(); ++i)
                told.from[first + i] += part[i] * static_cast<float>(told.whitened[o]);
        };
        for (std::size_t i = 0; i < part.size(); ++i) {
            part[i] /= factor_[o][o];
            variance_[first + i] -= part[i] * part[i];
        }
        add(values_);
        for (Told& told : told_) add(told);
        whitened_[o].insert(whitened_[o].end(), part.begin(), part.end());
    }
}

double GaussianProcess::trend(std::size_t point) const {
    double sum = 0;
    for (std::size_t t = 0; t < trends_.size(); ++t) sum += weights_[t] * trends_[t].at[point];
    return sum;
}

Expected GaussianProcess::expected(std::size_t point) const {
    double mean = trend(point) + values_.from[point];
    for (std::size_t t = 0; t < told_.size(); ++t) mean -= weights_[t] * told_[t].from[point];
    const double left = std::max(0.0F, variance_[point]);
    return {mean, std::sqrt(spread_ * left)};
}

}  // namespace hone
