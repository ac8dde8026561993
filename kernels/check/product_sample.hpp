// SPDX-License-Identifier: MIT
// The elements by which the host checks a product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hone {

/// An element of a product.
struct ProductSample {
    std::size_t row = 0, column = 0;
    double value = 0;      // computed with compensated sums
    double magnitude = 0;  // the sum of |a||b|
};

/// The corners of a matrix of m rows and n columns, and `count` random elements; without values.
std::vector<ProductSample> sampled_elements(std::size_t m, std::size_t n, std::size_t count,
                                            std::uint64_t seed);

}  // namespace hone
