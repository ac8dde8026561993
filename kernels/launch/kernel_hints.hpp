// SPDX-License-Identifier: MIT
// What a kernel's text suggests beyond its signature: guesses for the first space of a kernel.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hone {

struct KernelHints {
    int dimensions = 1;             // that the kernel asks its place in
    std::set<std::string> is_read;  // arguments of which elements are read
    std::map<std::string, std::vector<std::string>> structs;  // the types of their members
};

/// Of the kernel `entry` in this text; macros and functions that it calls are not followed. A struct
/// with members that a space cannot declare is left out.
KernelHints kernel_hints(const std::string& source, const std::string& entry,
                         const std::vector<std::string>& arguments);

}  // namespace hone
