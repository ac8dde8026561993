// SPDX-License-Identifier: MIT
// How far an element of alpha * A * B + beta * C may be off.
#pragma once

#include <cstddef>

#include "kernels/launch/element.hpp"

namespace hone {

class ProductBound {
  public:
    struct Elements {
        const Element &factor, &computed, &stored;  // of A and B, of sums, of C
    };

    /// Of sums of `k` products.
    ProductBound(std::size_t k, double alpha, double beta, const Elements& elements);

    /// Of an element of which this is expected; `magnitude` is its sum |a||b|, and |C| was at most
    /// 2^exponent.
    double of(double expected, double magnitude, int exponent) const;

  private:
    double of_sum_;     // as a share of its magnitude
    double of_before_;  // of beta * C, where |C| <= 1
    double of_stored_;  // as a share of what is stored
    double least_;      // of what is stored
};

}  // namespace hone
