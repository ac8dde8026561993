// SPDX-License-Identifier: MIT
// The result for a captured launch in the user's own database. The text that runs is the program's
// own: a database only chooses numbers, and only if it was tuned with the identical text.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "db/model/device.hpp"
#include "tuner/trace/trace.hpp"

namespace hone::layer {

/// The replacement of a launch.
struct Substitute {
    std::string name;                    // under which it was tuned
    std::array<std::size_t, 3> local{};  // the work-group
    std::string text;                    // to build; empty if the program's own build is sufficient
    std::string options;                 // of that build
};

/// How the program built the kernel.
struct ProgramBuild {
    std::string entry, text, options;
};

/// The best stored result for this launch on this device; nullopt if there is none or if it equals
/// the launch as it is. `why` explains why a stored result is not used.
std::optional<Substitute> find_substitute(const ProgramBuild& build, const LaunchShape& shape,
                                          const Device& device, std::string& why);

}  // namespace hone::layer
