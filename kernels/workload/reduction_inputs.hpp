// SPDX-License-Identifier: MIT
// Inputs of reductions that expose errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernels/inputs/exponents.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// Numbers of at most -1/4, times powers of two.
Bytes inputs_for_max(const Element& element, std::size_t n, std::uint64_t seed,
                     const VectorExponents& exponents);

Bytes integer_inputs(const Element& element, std::size_t n, std::uint64_t seed);

/// Each number is multiplied by 2^exponent(index). Some numbers, the first and the last among them,
/// are multiplied by `large`.
Bytes real_inputs(const Element& element, std::size_t n, std::uint64_t seed, double large,
                  const std::function<int(std::size_t index)>& exponent);

}  // namespace hone
