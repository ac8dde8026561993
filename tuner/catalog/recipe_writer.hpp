// SPDX-License-Identifier: MIT
// Writes a space as a recipe for libhone, which has no parser of spaces (db/recipe/recipe.hpp reads
// it). Expressions are in postfix notation.
#pragma once

#include <set>
#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The extents of a problem: the numbers that the flops and the global sizes of launches depend on.
std::set<std::string> problem_extents(const Space& space);

/// The space as a recipe. The defaults come from the `#define`s in `source`, the kernel's text.
std::string recipe_of(const Space& space, const std::string& source);

}  // namespace hone
