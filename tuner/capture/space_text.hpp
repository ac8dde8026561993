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
    double tolerance = 0;  // relative; 0 asks for the same bits
};

/// What the arguments are called in the space and its files, each once.
std::vector<std::string> argument_names(const TracedLaunch& launch);

/// The file that the expected contents of all changed buffers are in.
inline constexpr const char* expected_file = "expected.raw";

std::string space_text(const CapturedLaunch& captured, const SpaceTextOptions& options);

}  // namespace hone
