// SPDX-License-Identifier: MIT
// Guesses from a kernel's text beyond its signature, for the first space of a kernel.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hone {

struct KernelHints {
    int dimensions = 1;             // of the kernel's index space
    std::set<std::string> is_read;  // the arguments whose elements are read
    std::map<std::string, std::vector<std::string>> structs;  // the types of their members
};

/// Hints for the kernel `entry` in this text; its macros and called functions are not followed. A
/// struct with members that a space cannot declare is left out.
KernelHints kernel_hints(const std::string& source, const std::string& entry,
                         const std::vector<std::string>& arguments);

}  // namespace hone
