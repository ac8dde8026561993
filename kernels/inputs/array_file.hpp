// SPDX-License-Identifier: MIT
// Arrays in files: NumPy's .npy, raw bytes, or numbers as text, separated by blanks, line ends,
// commas or semicolons.
#pragma once

#include <filesystem>
#include <vector>

#include "kernels/inputs/struct_layout.hpp"

namespace hone {

/// The arrays of a file, one after the other. It holds raw bytes where it has as many as they need,
/// else text; an .npy file holds one array. A usage Error names the file and what it lacks.
std::vector<Bytes> read_arrays(const std::filesystem::path& file,
                               const std::vector<ArrayPart>& parts);

}  // namespace hone
