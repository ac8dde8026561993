// SPDX-License-Identifier: MIT
// The log of `hone run`: a line for each kind of launch that was changed, or was to be.
#pragma once

#include <string>

namespace hone::layer {

/// Appends a line to a file that is empty or such a log. Any other file is left alone, which one line
/// on stderr says, once for a process.
void append_to_log(const std::string& file, const std::string& line);

}  // namespace hone::layer
