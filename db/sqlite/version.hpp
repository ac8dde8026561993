// SPDX-License-Identifier: MIT
// The name and version of the program that writes or reads a database.
#pragma once

#include <string>

namespace hone {

/// "hone 0.1.0": this tool in this version.
const std::string& this_tool();

}  // namespace hone
