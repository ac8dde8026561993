// SPDX-License-Identifier: MIT
// The values that a first space tries for a parameter with a known value.
#pragma once

#include <cstdint>
#include <string>

namespace hone {

/// "[4, 8, 16, 32, 64]" for 16: the value and its neighbors by factors of two; "[0, 1]" for 0, a
/// switch.
std::string values_around(std::int64_t usual);

}  // namespace hone
