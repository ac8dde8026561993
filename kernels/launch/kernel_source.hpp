// SPDX-License-Identifier: MIT
// A kernel's text as compilers and stores are given it: one text, whatever it includes.
#pragma once

#include <filesystem>
#include <string>

namespace hone {

/// The text of a kernel. Each line `#include "FILE"` is replaced by that file's text, with #line,
/// so that a build log names the right places; FILE is relative to the text that includes it.
/// Throws an Error for a file that cannot be read, that includes itself, or that lies outside of
/// the kernel's folder.
std::string kernel_source(const std::filesystem::path& file);

}  // namespace hone
