// SPDX-License-Identifier: MIT
// Who writes into a database, and who reads it.
#pragma once

#include <string>

namespace hone {

/// "hone 0.1.0": this tool in this version.
const std::string& this_tool();

}  // namespace hone
