// SPDX-License-Identifier: MIT
// How far a problem lies from one that was tuned: per dimension, in doublings, and never by volume,
// since what suits a square does not suit a strip of as many elements. And what a config wastes on
// a problem, which is not the same for one that is as near.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "db/lookup/recipe.hpp"

namespace hone::lookup {

/// A problem as nearness sees it, worked out once.
struct Point {
    std::vector<Exact> arguments;  // in the recipe's order
    std::vector<double> logs;      // of each that is a size, to the base of 2
    double work = 0;               // flops, else bytes, else the product of the sizes
};

/// The point of a problem; `slots` holds its arguments where the recipe's expressions read them.
Point point_of(const Recipe& recipe, std::vector<Exact> arguments, std::span<const Exact> slots);

/// Doublings between two problems, dimensions summed up; nothing where they are not the same
/// computation.
std::optional<double> doublings(const Recipe& recipe, const Point& tuned, const Point& asked);

/// What a config does more than a problem needs because its tiles reach over the edges, in
/// doublings of time. `slots` holds config and problem.
double excess(const Recipe& recipe, std::span<const Exact> slots);

}  // namespace hone::lookup
