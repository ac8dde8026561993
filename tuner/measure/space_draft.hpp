// SPDX-License-Identifier: MIT
// A first space file for a kernel: what the compiler and its #defines say, and a guess with a
// comment for what only its author knows.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tuner/devices/devices.hpp"

namespace hone {

/// Parameters that a kernel does not define itself: lists of values by name, "[64, 128]".
using NamedValues = std::map<std::string, std::string>;

/// The text of a space for this kernel file and entry; without a name its first entry. Throws a
/// usage Error where the kernel does not compile or has no such entry.
std::string draft_space(const LocalDevice& device, const std::filesystem::path& kernel,
                        const std::string& entry, const NamedValues& named);

}  // namespace hone
