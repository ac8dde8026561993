// SPDX-License-Identifier: MIT
// The kernel text for compilers and stores, with all includes expanded.
#pragma once

#include <filesystem>
#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The text of a kernel. Each line `#include "FILE"` is replaced by that file's text, with #line
/// directives so that build logs name the right lines. The line may have more or fewer blanks; in a
/// comment it stays. FILE is relative to the including text.
/// Throws an Error for a file that cannot be read, that includes itself, or that lies outside of
/// the kernel's folder, and for a text of more than 16 MiB or 1,000 files.
std::string kernel_source(const std::filesystem::path& file);

/// The text of a space's kernel: from its file, or the text stored in the space.
std::string source_of(const Space& space);

}  // namespace hone
