// SPDX-License-Identifier: MIT
// What the user's environment says.
#pragma once

#include <string>

namespace hone {

/// The variable's value; `otherwise` where it is not set, or empty.
std::string environment_variable(const char* name, const std::string& otherwise = {});

}  // namespace hone
