// SPDX-License-Identifier: MIT
// The logarithm of the evidence with its slope (Rasmussen and Williams, chapter 5), the mean and
// the size of the values integrated out, and a climb that looks at the slope's signs alone, since
// its size says little so far from the top. Inner loops run along rows, so that they are vectors.
#include "tuner/search/model/gp_hyperparameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/search/model/dot.hpp"
#include "tuner/search/model/matern.hpp"

namespace hone {
namespace {

// Opinions, as the middle and the width of a bell over each logarithm. Lengths: along one dimension
// alone half the scale, and since distances add up over dimensions, their root. Noise: a good
// measurement repeats within a few percent of what configs differ by.
constexpr double middle_length = 0.5;
constexpr double middle_noise = 1e-3;
constexpr double width = 1;

// Where a logarithm may go.
const double least_length = std::log(0.05);
const double most_length = std::log(50.0);
const double least_noise = std::log(1e-6);
const double most_noise = std::log(1.0);

constexpr int steps = 15;

using Vector = std::vector<double>;

// The lower half of a symmetric matrix, in rows.
class Lower {
  public:
    explicit Lower(std::size_t size) : size_(size), at_(size * size) {}
    double* row(std::size_t i) { return at_.data() + i * size_; }
    const double* row(std::size_t i) const { return at_.data() + i * size_; }
    std::size_t size() const { return size_; }

    // Becomes its own Cholesky factor; false where it is not positive.
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

    // The inverse of a factor.
    Lower inverse() const {
        Lower result(size_);
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

    // Itself, turned, times itself: from a factor's inverse to the matrix's.
    Lower square() const {
        Lower result(size_);
        for (std::size_t q = 0; q < size_; ++q) {
            const double* from = row(q);
            for (std::size_t i = 0; i <= q; ++i) {
                double* into = result.row(i);
                for (std::size_t k = 0; k <= i; ++k) into[k] += from[i] * from[k];
            }
        }
        return result;
    }

    // Times a vector; and turned, times a vector.
    Vector times(const Vector& x) const {
        Vector y(size_, 0);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = 0; k <= i; ++k) y[i] += row(i)[k] * x[k];
        return y;
    }
    Vector turned_times(const Vector& x) const {
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

// How surprising the values are under scales given as logarithms: the lengths, then the noise.
class Surprise {
  public:
    Surprise(const Points& points, std::span<const std::size_t> where,
             std::span<const double> values)
        : size_(where.size()), values_(values.begin(), values.end()) {
        const double root = std::sqrt(static_cast<double>(points.dimensions()));
        middle_.assign(points.dimensions(), std::log(middle_length * root));
        middle_.push_back(std::log(middle_noise));
        for (std::size_t d = 0; d < points.dimensions(); ++d) {
            at_.emplace_back();
            for (const std::size_t point : where) at_.back().push_back(points.at(point, d));
        }
    }

    // With its slope along each logarithm.
    double operator()(const Vector& scale, Vector& slope) const {
        const Lower apart = distances(scale);
        const double noise = std::exp(scale.back());
        Lower factor(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j < i; ++j) factor.row(i)[j] = matern(apart.row(i)[j]);
            factor.row(i)[i] = 1 + noise;
        }
        if (!factor.factor()) return std::numeric_limits<double>::infinity();
        const Lower inverse = factor.inverse();
        const Vector ones = inverse.times(Vector(size_, 1));
        Vector rest = inverse.times(values_);
        const double mean = dot(rest, ones) / dot(ones, ones);
        for (std::size_t i = 0; i < size_; ++i) rest[i] -= mean * ones[i];
        constexpr double tiny = 1e-6;  // values that are all alike surprise nobody
        const double spread = (dot(rest, rest) + tiny) / static_cast<double>(size_);

        slope.assign(scale.size(), 0);
        const Vector pull = inverse.turned_times(rest);
        add_slope(inverse.square(), apart, scale, pull, spread, slope);
        double surprise = static_cast<double>(size_) / 2 * std::log(spread);
        for (std::size_t i = 0; i < size_; ++i) surprise += std::log(factor.row(i)[i]);
        for (std::size_t d = 0; d < scale.size(); ++d) {
            const double off = (scale[d] - middle_[d]) / width;
            surprise += off * off / 2;
            slope[d] += off / width;
        }
        return surprise;
    }

  private:
    Lower distances(const Vector& scale) const {
        Lower apart(size_);
        for (std::size_t d = 0; d < at_.size(); ++d) {
            const Vector& x = at_[d];
            const double per = std::exp(-2 * scale[d]);
            for (std::size_t i = 0; i < size_; ++i) {
                double* row = apart.row(i);
                for (std::size_t j = 0; j < i; ++j) row[j] += per * (x[i] - x[j]) * (x[i] - x[j]);
            }
        }
        return apart;
    }

    void add_slope(const Lower& inverse, const Lower& apart, const Vector& scale,
                   const Vector& pull, double spread, Vector& slope) const {
        const double noise = std::exp(scale.back());
        Lower weight(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                weight.row(i)[j] = (inverse.row(i)[j] - pull[i] * pull[j] / spread) *
                                   matern_slope(apart.row(i)[j]);
            }
            slope.back() += noise / 2 * (inverse.row(i)[i] - pull[i] * pull[i] / spread);
        }
        for (std::size_t d = 0; d < at_.size(); ++d) {
            const Vector& x = at_[d];
            const double per = std::exp(-2 * scale[d]);
            double sum = 0;
            for (std::size_t i = 0; i < size_; ++i)
                for (std::size_t j = 0; j < i; ++j)
                    sum += weight.row(i)[j] * (x[i] - x[j]) * (x[i] - x[j]);
            slope[d] += per * sum;
        }
    }

    std::size_t size_;
    Vector values_;
    Vector middle_;
    std::vector<Vector> at_;  // the points, in columns
};

// Each scale goes its own pace, faster while the slope keeps its sign and back at half the pace
// when it turns (Rprop).
Vector climb(const Surprise& surprise, Vector scale) {
    Vector best = scale;
    double least = std::numeric_limits<double>::infinity();
    Vector pace(scale.size(), 0.3);
    Vector before(scale.size(), 0);
    Vector slope;
    for (int step = 0; step < steps; ++step) {
        const double found = surprise(scale, slope);
        if (found == std::numeric_limits<double>::infinity()) break;
        if (found < least) {
            least = found;
            best = scale;
        }
        for (std::size_t d = 0; d < scale.size(); ++d) {
            const bool turned = slope[d] * before[d] < 0;
            pace[d] = turned ? pace[d] / 2 : std::min(1.2 * pace[d], 1.0);
            if (turned) slope[d] = 0;
            before[d] = slope[d];
            if (slope[d] != 0) scale[d] -= std::copysign(pace[d], slope[d]);
            const bool is_noise = d + 1 == scale.size();
            scale[d] = std::clamp(scale[d], is_noise ? least_noise : least_length,
                                  is_noise ? most_noise : most_length);
        }
    }
    return best;
}

}  // namespace

Scales first_scales(std::size_t dimensions) {
    const double root = std::sqrt(static_cast<double>(dimensions));
    return {Vector(dimensions, middle_length * root), middle_noise};
}

Scales plausible_scales(const Points& points, std::span<const std::size_t> where,
                        std::span<const double> values, const Scales& scales) {
    Vector logarithms;
    for (const double length : scales.length) logarithms.push_back(std::log(length));
    logarithms.push_back(std::log(scales.noise));
    const Vector found = climb(Surprise(points, where, values), std::move(logarithms));
    Scales result;
    for (std::size_t d = 0; d < points.dimensions(); ++d)
        result.length.push_back(std::exp(found[d]));
    result.noise = std::exp(found.back());
    return result;
}

}  // namespace hone
