// SPDX-License-Identifier: MIT
// C * signs = A * (B * signs). The errors of a row's elements are independent of the signs, so
// their sum grows as the root of the number of columns (Hoeffding's inequality).
#include "kernels/check/sampled_product.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kernels/check/compensated_sum.hpp"
#include "kernels/check/parallel_for.hpp"
#include "kernels/inputs/test_inputs.hpp"

namespace hone {
namespace {

constexpr std::size_t compared = 4096;
constexpr double deviations = 8;  // a correct row exceeds these once in 10^13

}  // namespace

SampledProduct::SampledProduct(Shape shape, const ElementAt& a, const ElementAt& b,
                               std::uint64_t seed)
    : shape_(shape), seed_(seed) {
    choose_signs();
    compute_rows(a, b);
    compute_samples(a, b);
}

void SampledProduct::choose_signs() {
    const TestInputs inputs(seed_);
    for (std::size_t column = 0; column < shape_.n; ++column)
        signs_.push_back((inputs.bits(column) & 1) != 0 ? -1 : 1);
}

void SampledProduct::compute_rows(const ElementAt& a, const ElementAt& b) {
    std::vector<double> of_b(shape_.k);
    parallel_for_rows(shape_.k, shape_.n, [&](std::size_t from, std::size_t to) {
        for (std::size_t k = from; k < to; ++k) {
            CompensatedSum sum;
            for (std::size_t column = 0; column < shape_.n; ++column)
                sum.add(signs_[column] * b(k, column));
            of_b[k] = sum.value();
        }
    });
    sums_.resize(shape_.m);
    magnitudes_.resize(shape_.m);
    parallel_for_rows(shape_.m, shape_.k, [&](std::size_t from, std::size_t to) {
        for (std::size_t row = from; row < to; ++row) {
            CompensatedSum sum;
            for (std::size_t k = 0; k < shape_.k; ++k) {
                sum.add_product(a(row, k), of_b[k]);
                magnitudes_[row] += std::fabs(a(row, k));
            }
            sums_[row] = sum.value();
        }
    });
}

void SampledProduct::compute_samples(const ElementAt& a, const ElementAt& b) {
    samples_ = sampled_elements(shape_.m, shape_.n, compared, seed_ + 1);
    parallel_for_rows(samples_.size(), shape_.k, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            ProductSample& each = samples_[i];
            CompensatedSum sum;
            for (std::size_t k = 0; k < shape_.k; ++k) {
                sum.add_product(a(each.row, k), b(k, each.column));
                each.magnitude += std::fabs(a(each.row, k) * b(k, each.column));
            }
            each.value = sum.value();
        }
    });
}

void SampledProduct::compare_row(std::size_t row, const ElementAt& c,
                                 const LinearCombination& combination, Comparison& found) const {
    CompensatedSum sum;
    CompensatedSum before;
    double squares = 0;
    for (std::size_t column = 0; column < shape_.n; ++column) {
        const double value = c(row, column);
        const double bound = combination.bound(value, magnitudes_[row]);
        squares += bound * bound;
        sum.add(signs_[column] * value);
        if (combination.beta != 0) before.add(signs_[column] * combination.before(row, column));
    }
    const double expected = combination.alpha * sums_[row] + combination.beta * before.value();
    found.add_element(sum.value(), expected, deviations * std::sqrt(squares), [&] {
        return fmt::format("the sum of row {} of C, with random signs,", row);
    });
}

Comparison SampledProduct::compare(const ElementAt& c, const LinearCombination& combination) const {
    Comparison found;
    found.reference = "samples on the host";
    for (const ProductSample& each : samples_) {
        const double before = combination.beta == 0
                                  ? 0
                                  : combination.beta * combination.before(each.row, each.column);
        const double expected = combination.alpha * each.value + before;
        found.add_element(c(each.row, each.column), expected,
                          combination.bound(expected, each.magnitude),
                          [&] { return fmt::format("C[{},{}]", each.row, each.column); });
    }
    if (!found.passed) return found;
    found.merge(compare_rows(shape_.m, shape_.n, [&](std::size_t from, std::size_t to) {
        Comparison rows;
        rows.reference = found.reference;
        for (std::size_t row = from; row < to; ++row) compare_row(row, c, combination, rows);
        return rows;
    }));
    return found;
}

}  // namespace hone
