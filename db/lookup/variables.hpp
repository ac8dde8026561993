// SPDX-License-Identifier: MIT
// What a recipe's expressions read, as one row of values.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "db/lookup/recipe.hpp"
#include "db/model/device.hpp"

namespace hone::lookup {

/// The value that an expression sees.
Exact value_of(const Setting& setting);

/// The values of a config for a problem on a device, in the order of the recipe's slots.
std::vector<Exact> slots_of(const Recipe& recipe, std::span<const Exact> parameters,
                            std::span<const Exact> arguments, const Device& device,
                            std::string_view precision);

}  // namespace hone::lookup
