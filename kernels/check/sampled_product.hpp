// SPDX-License-Identifier: MIT
// The check of a product that is too large to be recomputed. Some elements are computed exactly.
// For each row the sum of all elements with random signs is compared, which shows a wrong element
// (Freivalds, 1977).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/check/comparison.hpp"
#include "kernels/check/product_sample.hpp"

namespace hone {

/// An element of a matrix, by row and column.
using ElementAt = std::function<double(std::size_t row, std::size_t column)>;

/// The result that a kernel computes: alpha * product + beta * before.
struct LinearCombination {
    double alpha = 1;
    double beta = 0;
    ElementAt before;  // read only if beta is not 0
    /// The error bound of an element with this expected value; `magnitude` is its sum |a||b|.
    std::function<double(double expected, double magnitude)> bound;
};

class SampledProduct {
  public:
    struct Shape {
        std::size_t m, n, k;
    };

    /// The elements of both matrices have either sign and magnitudes of at most 1.
    SampledProduct(Shape shape, const ElementAt& a, const ElementAt& b, std::uint64_t seed);

    Comparison compare(const ElementAt& c, const LinearCombination& combination) const;

  private:
    void choose_signs();
    void compute_rows(const ElementAt& a, const ElementAt& b);
    void compute_samples(const ElementAt& a, const ElementAt& b);
    void compare_row(std::size_t row, const ElementAt& c, const LinearCombination& combination,
                     Comparison& found) const;

    Shape shape_;
    std::uint64_t seed_;
    std::vector<double> signs_;       // of each column
    std::vector<double> sums_;        // of each row of the product, with the signs applied
    std::vector<double> magnitudes_;  // of each row of A
    std::vector<ProductSample> samples_;
};

}  // namespace hone
