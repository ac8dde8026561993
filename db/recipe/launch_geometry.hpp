// SPDX-License-Identifier: MIT
// The launch of a config on a problem, as input of the time model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "db/prediction/launch_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// The geometry of the kernel's main launch: the first one without a condition. `variables` has the
/// values of config and problem. nullopt if the launch has no shape.
std::optional<prediction::LaunchGeometry> geometry_of(const Recipe& recipe,
                                                      std::span<const Number> variables,
                                                      double work, std::int64_t compute_units);

/// Whether the geometry depends on the parameter with this index.
bool shapes_launch(const Recipe& recipe, std::size_t parameter);

}  // namespace hone::lookup
