// SPDX-License-Identifier: MIT
// The launch of a config on a problem as the model of times sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "db/estimate/launch_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// From the first launch that is always made, which stands for the kernel. `variables` holds config
/// and problem; nothing where the launch has no shape.
std::optional<prediction::LaunchGeometry> geometry_of(const Recipe& recipe,
                                                      std::span<const Number> variables,
                                                      double work, std::int64_t compute_units);

/// Whether the geometry depends on the parameter of this number.
bool shapes_launch(const Recipe& recipe, std::size_t parameter);

}  // namespace hone::lookup
