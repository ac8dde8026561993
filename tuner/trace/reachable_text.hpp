// SPDX-License-Identifier: MIT
// What of a program's text one of its kernels can run.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// The text, without comments, of what stands outside of functions, of the kernel `entry`, and of
/// the functions that these name, directly or not. It is the whole text where it has no such kernel,
/// where its braces do not match, and where macros paste names together.
std::string reachable_text(const std::string& text, std::string_view entry);

}  // namespace hone
