// SPDX-License-Identifier: MIT
// Arrays in files: NumPy's .npy, raw bytes, or text numbers separated by blanks, line ends, commas
// or semicolons.
#pragma once

#include <filesystem>
#include <vector>

#include "kernels/inputs/struct_layout.hpp"

namespace hone {

/// Reads the arrays of a file, one after the other. The content is raw if its length matches
/// exactly, otherwise text; .csv is always text, and an .npy file holds one array. Throws a usage
/// Error that names the file and what is missing; also for content that could be raw or text,
/// unless the file is named .txt, .raw or .bin.
std::vector<Bytes> read_arrays(const std::filesystem::path& file,
                               const std::vector<ArrayPart>& parts);

}  // namespace hone
