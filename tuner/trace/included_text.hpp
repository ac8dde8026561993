// SPDX-License-Identifier: MIT
// The text of a program with the files that it includes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone {

/// The text with each line `#include "FILE"` or `#include <FILE>` replaced by that file, looked for
/// beside the file that includes it and in the folders of -I, in order. What is not found there,
/// what a macro names, and what is in a comment stays as it is. A text that includes itself, more
/// than 1,000 files or more than 16 MiB is returned as it was.
std::string with_included_files(const std::string& text,
                                const std::vector<std::filesystem::path>& folders);

}  // namespace hone
