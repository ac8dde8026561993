// SPDX-License-Identifier: MIT
// The values of the variables that a recipe's expressions read.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "db/model/device.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// The value as an expression uses it.
Number value_of(const Setting& setting);

/// The values for a config, a problem and a device, in the order of the recipe's variables.
std::vector<Number> variable_values(const Recipe& recipe, std::span<const Number> parameters,
                                    std::span<const Number> arguments, const Device& device,
                                    std::string_view precision);

}  // namespace hone::lookup
