// SPDX-License-Identifier: MIT
// Counts the work-groups over all dimensions, including slices of K. Some launches limit the
// work-groups to the number of compute units. The number of tiles follows from the same expression,
// evaluated for more units.
#include "db/recipe/launch_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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

// The number of work-groups with an unlimited number of compute units.
std::optional<double> groups_without_limit(const Recipe& recipe, const Recipe::Launch& launch,
                                           std::span<const Number> variables) {
    constexpr std::int64_t enough = std::int64_t{1} << 30U;
    const auto& names = recipe.variables.names();
    const auto units = std::ranges::find(names, "device.compute_units");
    if (units == names.end()) return std::nullopt;
    std::vector<Number> unlimited(variables.begin(), variables.end());
    unlimited[static_cast<std::size_t>(units - names.begin())] = enough;
    return groups_of(launch, unlimited);
}

// In a persistent launch with as many work-groups as compute units, some groups process one tile
// more than others.
double most_tiles_of_a_group(const Recipe& recipe, const Recipe::Launch* launch,
                             std::span<const Number> variables, double groups) {
    const auto tiles = launch ? groups_without_limit(recipe, *launch, variables) : std::nullopt;
    if (!tiles || *tiles <= groups || groups < 1) return 1;
    return std::ceil(*tiles / groups) * groups / *tiles;
}

}  // namespace

std::optional<prediction::LaunchGeometry> geometry_of(const Recipe& recipe,
                                                      std::span<const Number> variables,
                                                      double work, std::int64_t compute_units) {
    const Recipe::Launch* launch = main_launch(recipe);
    const auto groups = launch ? groups_of(*launch, variables) : std::optional(1.0);
    if (!groups) return std::nullopt;
    const Number bytes = recipe.bytes.value(variables);
    const Number passes = recipe.passes.value(variables);
    const Number copied = recipe.copied.value(variables);
    return prediction::LaunchGeometry{
        .work = std::max(1.0, work),
        .bytes = bytes.exists() ? bytes.real() : 0,
        .copied = copied.truthy() ? copied.real() : 0,
        .groups = *groups,
        .compute_units = compute_units,
        .tile_waste = tile_waste(recipe, variables),
        .busiest = busiest_share(recipe, variables) *
                   most_tiles_of_a_group(recipe, launch, variables, *groups),
        .passes = passes.truthy() ? passes.real() : 1};
}

bool shapes_launch(const Recipe& recipe, std::size_t parameter) {
    const auto reads = [&](const Postfix& expression) {
        return std::ranges::any_of(expression.tokens(), [&](const Postfix::Token& token) {
            return token.op == Op::name && token.variable == parameter;
        });
    };
    const Recipe::Launch* launch = main_launch(recipe);
    return reads(recipe.passes) || reads(recipe.copied) ||
           std::ranges::any_of(recipe.tiles, reads, &Recipe::Tile::size) ||
           std::ranges::any_of(recipe.group_tiles, reads, &Recipe::Tile::size) ||
           (launch && (std::ranges::any_of(launch->local, reads) ||
                       std::ranges::any_of(launch->global, reads)));
}

}  // namespace hone::lookup
