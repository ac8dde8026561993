// SPDX-License-Identifier: MIT
// The content of an output before a checked run. Each run finds other poison, so that no kernel
// passes because of old content: neither a maximum without an initial value, nor a kernel that
// writes only if the result is missing.
#pragma once

#include <cstdint>

#include "kernels/launch/element.hpp"

namespace hone {

/// The poison of a run. Reals: NaN, then large numbers, then alternately large negative numbers and
/// plausible results; then again from the start. Integers: the sign bit, then near the largest,
/// then small ones.
FillPattern poison(const Element& element, std::uint64_t run);

/// The number of kinds of poison.
constexpr std::uint64_t poisons = 3;

}  // namespace hone
