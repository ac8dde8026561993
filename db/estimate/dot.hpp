// SPDX-License-Identifier: MIT
// The sum of products, by the widest vectors of this processor.
#pragma once

#include <cstddef>

namespace hone::prediction {

/// Added up in an order that does not depend on the processor, so that all of them find the same.
double dot(const double* a, const double* b, std::size_t count);
double dot(const float* a, const double* b, std::size_t count);

}  // namespace hone::prediction
