// SPDX-License-Identifier: MIT
// What the user's own database says of a captured launch. The text that runs is the program's own:
// a database chooses numbers, and only where it was tuned with the very same text.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "db/model/device.hpp"
#include "tuner/trace/trace.hpp"

namespace hone::layer {

/// What is launched instead.
struct Substitute {
    std::string name;                    // under which it was tuned
    std::array<std::size_t, 3> local{};  // the work-group
    std::string text;                    // to be built; empty where the program's own build will do
    std::string options;                 // of that build
};

/// How the program built the kernel.
struct ProgramBuild {
    std::string entry, text, options;
};

/// The best that is stored for this launch on this device; nothing where none is, or where it is
/// the launch as it stands. `why` says why something that is stored is not used.
std::optional<Substitute> find_substitute(const ProgramBuild& build, const LaunchShape& shape,
                                          const Device& device, std::string& why);

}  // namespace hone::layer
