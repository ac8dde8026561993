// SPDX-License-Identifier: MIT
// What a database says of a config is not believed before it was looked at: its values become words
// for a compiler.
#pragma once

#include <string_view>
#include <vector>

#include "db/lookup/exact.hpp"
#include "db/lookup/recipe.hpp"

namespace hone::lookup {

/// The values of the config in the recipe's order; nothing for a parameter that it does not have.
std::vector<Exact> parameters_of(const Recipe& recipe, const Settings& config);

/// Whether each parameter has one of its values, as far as the recipe knows them.
bool is_choice(const Recipe& recipe, const Settings& config);

/// Whether these are options of OpenCL's own, none of which reads a file or defines a word.
bool are_plain(std::string_view options);

}  // namespace hone::lookup
