// SPDX-License-Identifier: MIT
// The error bound of an element of alpha * A * B + beta * C.
#pragma once

#include <cstddef>

#include "kernels/launch/element.hpp"

namespace hone {

class ProductBound {
  public:
    struct Elements {
        const Element &factor, &computed, &stored;  // of A and B; of sums; of C
    };

    /// For sums of `k` products.
    ProductBound(std::size_t k, double alpha, double beta, const Elements& elements);

    /// The bound of an element with this expected value; `magnitude` is its sum |a||b|, and |C| was
    /// at most 2^exponent.
    double of(double expected, double magnitude, int exponent) const;

  private:
    double of_sum_;     // relative to the sum of magnitudes
    double of_before_;  // of beta * C for |C| <= 1
    double of_stored_;  // rounding of C, relative to its value
    double least_;      // rounding of a denormal C, absolute
};

}  // namespace hone
