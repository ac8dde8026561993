// SPDX-License-Identifier: MIT
// Environment variables.
#pragma once

#include <string>

namespace hone {

/// The variable's value; `otherwise` if it is unset or empty.
std::string environment_variable(const char* name, const std::string& otherwise = {});

/// Prints, once per process, that the variable has an invalid value, and the consequence.
void complain_of_variable(const char* name, const std::string& value, const std::string& what);

}  // namespace hone
