// SPDX-License-Identifier: MIT
#include "kernels/check/product_bound.hpp"

#include <cmath>

#include "kernels/check/gemm_reference.hpp"

namespace hone {
namespace {

// If factors have fewer digits than the sum, a matrix unit may have added them. It truncates
// instead of rounding: such errors have one sign and grow as partial sums do.
double error_of_sum(std::size_t k, const Element& factor, const Element& computed) {
    const double cut = factor.unit_roundoff == computed.unit_roundoff
                           ? 0
                           : std::sqrt(static_cast<double>(k)) * computed.unit_roundoff;
    return gemm_error_bound(k, computed.unit_roundoff) + cut;
}

}  // namespace

ProductBound::ProductBound(std::size_t k, double alpha, double beta, const Elements& elements)
    : of_sum_(error_of_sum(k, elements.factor, elements.computed) * std::fabs(alpha)),
      of_before_(4 * elements.computed.unit_roundoff * std::fabs(beta)),
      of_stored_(&elements.stored == &elements.computed ? 0 : 2 * elements.stored.unit_roundoff),
      least_(&elements.stored == &elements.computed ? 0 : elements.stored.smallest / 2) {}

double ProductBound::of(double expected, double magnitude, int exponent) const {
    return of_sum_ * magnitude + std::ldexp(of_before_, exponent) +
           of_stored_ * std::fabs(expected) + least_;
}

}  // namespace hone
