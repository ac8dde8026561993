// SPDX-License-Identifier: MIT
// NumPy's format .npy: a text header with type and shape, then the values.
#pragma once

#include <filesystem>
#include <string_view>

#include "kernels/inputs/struct_layout.hpp"

namespace hone {

/// Returns true if the content starts as an .npy file.
bool is_npy(std::string_view content);

/// The values, converted to elements of another type. Throws a usage Error if their number differs,
/// or if their type or order is not supported.
Bytes read_npy(std::string_view content, const std::filesystem::path& file,
               const ArrayPart& wanted);

}  // namespace hone
