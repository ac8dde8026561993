// SPDX-License-Identifier: MIT
// Checks a config from a database before it is used: its values become -D options of a compiler.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "db/recipe/recipe.hpp"
#include "spaces/language/value.hpp"

namespace hone::lookup {

/// The values of the config in the recipe's order; nothing for a parameter that it does not have.
std::vector<Number> parameters_of(const Recipe& recipe, const Settings& config);

/// A config as the compiler is told it: without what its program reads at run time.
Settings built_with(const Recipe& recipe, Settings config);

/// Whether each parameter has one of its values. True where the recipe lists no values.
bool is_known_config(const Recipe& recipe, const Settings& config);

/// Whether all that must hold does. `variables` holds config and problem, as it does below.
bool may_run(const Recipe& recipe, std::span<const Number> variables);

/// log2 of the time that the advice costs which a config ignores.
double cost_of_advice(const Recipe& recipe, std::span<const Number> variables);

/// Whether these are options of OpenCL's own, none of which reads a file or defines a word.
bool are_safe_options(std::string_view options);

/// Whether these options let a compiler compute less exactly than OpenCL promises without them.
bool relax_math(std::string_view options);

}  // namespace hone::lookup
