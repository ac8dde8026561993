// SPDX-License-Identifier: MIT
// The space file of a captured launch.
#pragma once

#include <map>
#include <string>

#include "tuner/capture/captured_launch.hpp"

namespace hone {

/// Values of macros that the user names: "BLOCK" and "[8, 16, 32]".
using NamedParameters = std::map<std::string, std::string>;

struct SpaceTextOptions {
    NamedParameters parameters;
    double tolerance = 0;  // relative; 0 requires identical bits
};

/// The names of the arguments in the space and its files; each is unique.
std::vector<std::string> argument_names(const TracedLaunch& launch);

/// The file with the expected contents of all changed buffers.
inline constexpr const char* expected_file = "expected.raw";

std::string space_text(const CapturedLaunch& captured, const SpaceTextOptions& options);

}  // namespace hone
