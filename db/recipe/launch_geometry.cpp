// SPDX-License-Identifier: MIT
// Work-groups are counted over all dimensions: slices of K among them.
#include "db/recipe/launch_geometry.hpp"

#include <algorithm>

#include "db/recipe/problem_distance.hpp"

namespace hone::lookup {
namespace {

const Recipe::Launch* main_launch(const Recipe& recipe) {
    const auto always = std::ranges::find_if(
        recipe.launches, [](const Recipe::Launch& launch) { return !launch.when; });
    if (always != recipe.launches.end()) return &*always;
    return recipe.launches.empty() ? nullptr : &recipe.launches.front();
}

std::optional<double> groups_of(const Recipe::Launch& launch, std::span<const Number> variables) {
    if (launch.driver_local && launch.driver_local->value(variables).truthy()) return std::nullopt;
    double groups = 1;
    for (std::size_t d = 0; d < std::min(launch.local.size(), launch.global.size()); ++d) {
        const Number local = launch.local[d].value(variables);
        const Number global = launch.global[d].value(variables);
        if (!local.truthy() || !global.truthy()) return std::nullopt;
        groups *= global.real() / local.real();
    }
    return groups;
}

}  // namespace

prediction::ComputeUnits compute_units_of(const Device& device) {
    return {
        .count = device.compute_units,
        .take_one_more = device.type == "cpu" && device.platform == "Portable Computing Language"};
}

std::optional<prediction::LaunchGeometry> geometry_of(const Recipe& recipe,
                                                      std::span<const Number> variables,
                                                      double work, prediction::ComputeUnits units) {
    const Recipe::Launch* launch = main_launch(recipe);
    const auto groups = launch ? groups_of(*launch, variables) : std::optional(1.0);
    if (!groups) return std::nullopt;
    const Number bytes = recipe.bytes.value(variables);
    return prediction::LaunchGeometry{.work = std::max(1.0, work),
                                      .bytes = bytes.exists() ? bytes.real() : 0,
                                      .groups = *groups,
                                      .units = units,
                                      .tile_waste = tile_waste(recipe, variables),
                                      .busiest = busiest_share(recipe, variables)};
}

}  // namespace hone::lookup
