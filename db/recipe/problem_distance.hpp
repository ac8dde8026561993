// SPDX-License-Identifier: MIT
// The distance between two problems: the sum over dimensions of |log2 of the ratio of sizes|. Not
// the ratio of volumes, because a config for a square does not suit a strip of equal volume. Also
// the work that a config wastes on a problem in tiles that extend over its edges.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "db/prediction/time_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// The operations of hone's reductions.
inline constexpr std::array<std::string_view, 4> reduction_operations{"sum", "dot", "asum", "max"};

/// A problem as a point in log2 of its sizes, computed once.
struct ProblemPoint {
    std::vector<Number> arguments;  // in the recipe's order
    std::vector<double> logs;       // log2 of each size
    double work = 0;                // flops, else bytes, else the product of the sizes
};

/// The point of a problem; `variables` has the values that the recipe's expressions read.
ProblemPoint point_of(const Recipe& recipe, std::vector<Number> arguments,
                      std::span<const Number> variables);

/// The log2 distance between two problems, summed over dimensions; nullopt if they are different
/// computations.
std::optional<double> log2_distance(const Recipe& recipe, const ProblemPoint& tuned,
                                    const ProblemPoint& asked);

/// The operation of a reduction, such as "sum". Returns nullopt if hone does not know it, or if the
/// problem has none.
std::optional<std::string_view> operation_of(const Recipe& recipe,
                                             std::span<const Number> arguments);

/// The problem as a point of the time model: the nearer two points, the more their times reveal
/// about each other.
prediction::ProblemFeatures features_of(const Recipe& recipe, const ProblemPoint& problem);

/// log2 of the work in whole tiles over the work that the problem needs. `variables` has the values
/// of config and problem.
double tile_waste(const Recipe& recipe, std::span<const Number> variables);

/// The work of the largest work-group over the mean. They differ if work-groups have several tiles:
/// the last one of a dimension has the rest.
double busiest_share(const Recipe& recipe, std::span<const Number> variables);

}  // namespace hone::lookup
