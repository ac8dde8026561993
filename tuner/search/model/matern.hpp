// SPDX-License-Identifier: MIT
// How alike two points are by their distance: the Matérn function with two derivatives, smooth
// enough to be led by and rough enough not to be misled.
#pragma once

#include <cmath>

namespace hone {

/// 1 at a squared distance of 0, and falling to 0.
template <class Real>
Real matern(Real squared) {
    const Real r = std::sqrt(5 * squared);
    return (1 + r + r * r / 3) * std::exp(-r);
}

/// Minus twice its slope along the squared distance.
template <class Real>
Real matern_slope(Real squared) {
    const Real r = std::sqrt(5 * squared);
    return Real(5) / 3 * (1 + r) * std::exp(-r);
}

}  // namespace hone
