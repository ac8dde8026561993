// SPDX-License-Identifier: MIT
// The distance between two problems: the sum over dimensions of |log2 of the ratio of sizes|, never
// the ratio of volumes, since a config for a square does not suit a strip of as many elements. And
// the work that a config wastes on a problem in tiles that reach over its edges.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "db/estimate/time_model.hpp"
#include "db/recipe/recipe.hpp"

namespace hone::lookup {

/// A problem as a point in log2 of its sizes, computed once.
struct ProblemPoint {
    std::vector<Number> arguments;  // in the recipe's order
    std::vector<double> logs;       // of each that is a size, to the base of 2
    double work = 0;                // flops, else bytes, else the product of the sizes
};

/// The point of a problem; `variables` are the values that the recipe's expressions read.
ProblemPoint point_of(const Recipe& recipe, std::vector<Number> arguments,
                      std::span<const Number> variables);

/// The log2 distance between two problems, summed over dimensions; nothing where they are not the
/// same computation.
std::optional<double> log2_distance(const Recipe& recipe, const ProblemPoint& tuned,
                                    const ProblemPoint& asked);

/// The problem as a point for the model of times: near points are problems from whose times much is
/// learned about each other.
prediction::ProblemPoint coordinates_of(const Recipe& recipe, const ProblemPoint& problem);

/// The log2 of how much more work a config does than the problem needs, because its tiles reach
/// over the edges. `variables` holds config and problem.
double tile_waste(const Recipe& recipe, std::span<const Number> variables);

/// The work of the largest work-group over that of the mean one, where work-groups have several tiles: the
/// last one of a dimension has what is left.
double busiest_share(const Recipe& recipe, std::span<const Number> variables);

}  // namespace hone::lookup
