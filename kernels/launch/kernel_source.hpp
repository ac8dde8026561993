// SPDX-License-Identifier: MIT
// A kernel's text as compilers and stores are given it: one text, whatever it includes.
#pragma once

#include <filesystem>
#include <string>

namespace hone {

/// The text of a kernel. Each line `#include "FILE"` whose file lies beside the text, or below, is
/// replaced by that file's text, with #line, so that a build log tells true places. Throws an Error
/// for a file that cannot be read, or that includes itself.
std::string kernel_source(const std::filesystem::path& file);

}  // namespace hone
