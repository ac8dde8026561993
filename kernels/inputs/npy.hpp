// SPDX-License-Identifier: MIT
// NumPy's format .npy: a line of text that says type and shape, and the values after it.
#pragma once

#include <filesystem>
#include <string_view>

#include "kernels/inputs/struct_layout.hpp"

namespace hone {

/// Whether a file of this content is one.
bool is_npy(std::string_view content);

/// Its values as elements of another type. A usage Error where it has another number of them, or a
/// type or an order that cannot be read.
Bytes read_npy(std::string_view content, const std::filesystem::path& file,
               const ArrayPart& wanted);

}  // namespace hone
