// SPDX-License-Identifier: MIT
// What the user's environment says.
#pragma once

#include <string>

namespace hone {

/// The variable's value; `otherwise` where it is not set, or empty.
std::string environment_variable(const char* name, const std::string& otherwise = {});

/// Says, once in this process, that the variable's value is not what it takes, and what that leads to.
void complain_of_variable(const char* name, const std::string& value, const std::string& what);

}  // namespace hone
