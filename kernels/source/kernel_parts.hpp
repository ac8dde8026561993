// SPDX-License-Identifier: MIT
// Kernel parts that run on their own, as in the matrix products of `hone probe`.
#pragma once

#include <string_view>

namespace hone {

/// The text of kernels/NAME, such as "parts/nvidia/sm90.cl". Only the parts that
/// kernels/CMakeLists.txt embeds exist; any other name is a bug and throws std::out_of_range.
std::string_view kernel_part(std::string_view name);

}  // namespace hone
