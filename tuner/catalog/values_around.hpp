// SPDX-License-Identifier: MIT
// The values that a first space tries where a kernel has one.
#pragma once

#include <cstdint>
#include <string>

namespace hone {

/// "[4, 8, 16, 32, 64]" for 16: the value, and those around it by factors of two; "[0, 1]" for 0, a
/// switch.
std::string values_around(std::int64_t usual);

}  // namespace hone
