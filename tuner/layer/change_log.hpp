// SPDX-License-Identifier: MIT
// The log of `hone run`: a line for each kind of launch that was changed or considered.
#pragma once

#include <string>

namespace hone::layer {

/// Appends a line to a file that is empty or already such a log. Any other file stays unchanged;
/// one line on stderr reports this, once per process.
void append_to_log(const std::string& file, const std::string& line);

}  // namespace hone::layer
