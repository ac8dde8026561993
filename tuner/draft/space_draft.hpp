// SPDX-License-Identifier: MIT
// A first space file for a kernel: the facts from the compiler and its #defines, and commented
// guesses for everything that only its author knows.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/devices/devices.hpp"
#include "tuner/draft/draft_parameters.hpp"

namespace hone {

/// The text of a space for this kernel file and entry; with an empty entry, its first one. Throws a
/// usage Error if the kernel does not compile or has no such entry.
std::string draft_space(const LocalDevice& device, const std::filesystem::path& kernel,
                        const std::string& entry, const NamedValues& named);

}  // namespace hone
