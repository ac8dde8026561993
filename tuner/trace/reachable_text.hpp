// SPDX-License-Identifier: MIT
// The part of a program's text that one of its kernels can run.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// The text, without comments, of everything outside of functions, the kernel `entry`, and the
/// functions that these name directly or indirectly. Returns the whole text if it lacks such a
/// kernel, if its braces do not match, or if macros paste names together.
std::string reachable_text(const std::string& text, std::string_view entry);

}  // namespace hone
