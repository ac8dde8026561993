// SPDX-License-Identifier: MIT
// The text of a program with its included files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone {

/// The text with each line `#include "FILE"` or `#include <FILE>` replaced by that file. The file
/// is searched beside the including file and then in the folders of -I, in order. An include stays
/// unchanged if its file is not found, if a macro names it, or if it is in a comment. A text that
/// includes itself, more than 1,000 files or more than 16 MiB is returned unchanged.
std::string with_included_files(const std::string& text,
                                const std::vector<std::filesystem::path>& folders);

}  // namespace hone
