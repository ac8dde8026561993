// SPDX-License-Identifier: MIT
// The scalar product of two vectors of equal length.
#pragma once

#include <numeric>
#include <vector>

namespace hone {

/// Sums the products in order, from first to last.
inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace hone
