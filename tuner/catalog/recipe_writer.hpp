// SPDX-License-Identifier: MIT
// Writes a space as a recipe for libhone, which has no parser of spaces and evaluates expressions
// in postfix (db/lookup/recipe.hpp reads it).
#pragma once

#include <set>
#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The expression in postfix: "M WGM TM * ceil_div".
std::string postfix(const Expression& expression);

/// The extents of a problem: the numbers that the flops and the global sizes of launches depend on.
std::set<std::string> problem_extents(const Space& space);

/// The space as a recipe. `source` is the kernel's text, whose `#define`s are its defaults.
std::string recipe_of(const Space& space, const std::string& source);

}  // namespace hone
