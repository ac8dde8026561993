// SPDX-License-Identifier: MIT
// Parts of kernels that run apart from any kernel, as `hone probe` runs matrix products.
#pragma once

#include <string_view>

namespace hone {

/// The text of kernels/NAME, such as "parts/nvidia/sm90.cl". Only those that kernels/CMakeLists.txt
/// embeds; any other name is a bug and throws std::out_of_range.
std::string_view kernel_part(std::string_view name);

}  // namespace hone
