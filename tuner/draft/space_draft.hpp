// SPDX-License-Identifier: MIT
// A first space file for a kernel: what the compiler and its #defines say, and a guess with a
// comment for what only its author knows.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/devices/devices.hpp"
#include "tuner/draft/draft_parameters.hpp"

namespace hone {

/// The text of a space for this kernel file and entry; without a name its first entry. Throws a
/// usage Error where the kernel does not compile or has no such entry.
std::string draft_space(const LocalDevice& device, const std::filesystem::path& kernel,
                        const std::string& entry, const NamedValues& named);

}  // namespace hone
