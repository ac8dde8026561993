// SPDX-License-Identifier: MIT
// Checks a config from a database before its use, because its values become -D options of a
// compiler.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "db/recipe/recipe.hpp"
#include "spaces/language/value.hpp"

namespace hone::lookup {

/// The values of the config in the recipe's order; empty values for missing parameters.
std::vector<Number> parameters_of(const Recipe& recipe, const Settings& config);

/// The config as passed to the compiler: without the parameters that its program reads at run time.
Settings built_with(const Recipe& recipe, Settings config);

/// Whether each parameter has one of its values. True if the recipe lists no values.
bool is_known_config(const Recipe& recipe, const Settings& config);

/// Whether all constraints hold. Here and below, `variables` has the values of config and problem.
bool may_run(const Recipe& recipe, std::span<const Number> variables);

/// log2 of the time that ignored advice costs.
double cost_of_advice(const Recipe& recipe, std::span<const Number> variables);

/// Whether these are options of OpenCL itself that neither read a file nor define a macro.
bool are_safe_options(std::string_view options);

/// Whether these options allow less accurate results than OpenCL guarantees.
bool relax_math(std::string_view options);

}  // namespace hone::lookup
