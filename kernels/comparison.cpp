// SPDX-License-Identifier: MIT
// The worst element, and how it is told.
#include "kernels/comparison.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hone {

bool Comparison::worse(double error_here, double bound_here) const {
    if (std::isnan(error)) return false;
    // Not as a ratio: a bound may be zero.
    return std::isnan(error_here) || error_here * bound > error * bound_here;
}

std::string Comparison::text() const {
    if (passed) return "right";
    if (wrong == 0) return fmt::format("{}: {}", where, against);
    const std::string others = wrong == 1 ? "" : fmt::format("; {} elements are wrong", wrong);
    return fmt::format("{} is {:.9g} and should be {:.9g} +- {:.2g} ({}){}", where, got, expected,
                       bound, against, others);
}

Comparison failure(std::string where, std::string what) {
    Comparison comparison;
    comparison.passed = false;
    comparison.where = std::move(where);
    comparison.against = std::move(what);
    return comparison;
}

}  // namespace hone
