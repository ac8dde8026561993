// SPDX-License-Identifier: MIT
// Distances in doublings, so that what lies between 256 and 1024 is as near to either.
#include "db/lookup/problem_distance.hpp"

#include <algorithm>
#include <cmath>

namespace hone::lookup {
namespace {

constexpr double detail = 0.25;       // an argument that is no size differs
constexpr double indivisible = 0.03;  // tiles do not fit a dimension, so its edge is asked for

bool is_size(const Recipe::Argument& argument, Exact value) {
    return argument.role == Recipe::Role::extent && value.exists() && value.numerator > 0;
}

double work_of(const Recipe& recipe, std::span<const Exact> arguments,
               std::span<const Exact> slots) {
    for (const Postfix* amount : {&recipe.flops, &recipe.bytes})
        if (const Exact value = amount->value(slots); value.truthy()) return value.real();
    double product = 1;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (recipe.arguments[i].role == Recipe::Role::extent) product *= arguments[i].real();
    return product;
}

/// How much larger a dimension is in whole tiles, in doublings, and whether it has an edge.
double waste(double extent, double tile) {
    const double whole = std::ceil(extent / tile) * tile;
    return std::log2(whole / extent) + (whole == extent ? 0 : indivisible);
}

}  // namespace

Point point_of(const Recipe& recipe, std::vector<Exact> arguments, std::span<const Exact> slots) {
    Point point{.arguments = std::move(arguments), .logs = {}, .work = 0};
    for (std::size_t i = 0; i < point.arguments.size(); ++i)
        point.logs.push_back(is_size(recipe.arguments[i], point.arguments[i])
                                 ? std::log2(point.arguments[i].real())
                                 : 0);
    point.work = work_of(recipe, point.arguments, slots);
    return point;
}

std::optional<double> doublings(const Recipe& recipe, const Point& tuned, const Point& asked) {
    double sum = 0;
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i) {
        if (tuned.arguments[i] == asked.arguments[i]) continue;
        const Recipe::Argument& argument = recipe.arguments[i];
        if (argument.role == Recipe::Role::detail) {
            sum += detail;
            continue;
        }
        if (!is_size(argument, tuned.arguments[i]) || !is_size(argument, asked.arguments[i]))
            return std::nullopt;
        sum += std::fabs(asked.logs[i] - tuned.logs[i]);
    }
    return sum;
}

double excess(const Recipe& recipe, std::span<const Exact> slots) {
    double sum = 0;
    for (const Recipe::Tile& tile : recipe.tiles) {
        const double size = tile.size.value(slots).real();
        const double extent = slots[recipe.parameters.size() + tile.argument].real();
        if (size >= 1 && extent > 0) sum += waste(extent, size);
    }
    return sum;
}

}  // namespace hone::lookup
