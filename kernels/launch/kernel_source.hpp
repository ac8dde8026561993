// SPDX-License-Identifier: MIT
// A kernel's text as compilers and stores are given it: one text, whatever it includes.
#pragma once

#include <filesystem>
#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The text of a kernel. Each line `#include "FILE"` is replaced by that file's text, with #line,
/// so that a build log names the right places; FILE is relative to the text that includes it.
/// Throws an Error for a file that cannot be read, that includes itself, or that lies outside of
/// the kernel's folder, and for a text of more than 16 MiB or 1,000 files.
std::string kernel_source(const std::filesystem::path& file);

/// The text of a space's kernel: that of its file, or its own where no file holds it.
std::string source_of(const Space& space);

}  // namespace hone
