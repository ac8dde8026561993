// SPDX-License-Identifier: MIT
// Writes a space as a recipe for libhone, which has no parser of spaces (db/lookup/recipe.hpp reads
// it). Expressions are written in postfix.
#pragma once

#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The space as a recipe. `source` is the kernel's text, whose `#define`s are its defaults.
std::string recipe_of(const Space& space, const std::string& source);

}  // namespace hone
