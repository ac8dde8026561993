// SPDX-License-Identifier: MIT
// Dot products with the widest vectors of this processor.
#pragma once

#include <cstddef>

namespace hone::prediction {

/// The order of additions does not depend on the processor, so that all processors give the same
/// result.
double dot(const double* a, const double* b, std::size_t count);
double dot(const float* a, const double* b, std::size_t count);

}  // namespace hone::prediction
