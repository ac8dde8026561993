// SPDX-License-Identifier: MIT
// The Matérn 5/2 covariance function.
#pragma once

#include <cmath>

namespace hone {

/// The correlation at a squared distance: 1 at 0, falling to 0.
template <class Real>
Real matern(Real squared) {
    const Real r = std::sqrt(5 * squared);
    return (1 + r + r * r / 3) * std::exp(-r);
}

/// Minus twice the derivative with respect to the squared distance.
template <class Real>
Real matern_gradient(Real squared) {
    const Real r = std::sqrt(5 * squared);
    return Real(5) / 3 * (1 + r) * std::exp(-r);
}

}  // namespace hone
