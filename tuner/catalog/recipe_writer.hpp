// SPDX-License-Identifier: MIT
// Writes a space as a recipe for libhone, which has no parser of spaces and evaluates expressions
// in postfix (db/lookup/recipe.hpp reads it).
#pragma once

#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The expression in postfix: "M WGM TM * ceil_div".
std::string postfix(const Expression& expression);

/// The space as a recipe. `source` is the kernel's text, whose `#define`s are its defaults.
std::string recipe_of(const Space& space, const std::string& source);

}  // namespace hone
