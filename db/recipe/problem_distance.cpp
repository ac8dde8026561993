// SPDX-License-Identifier: MIT
// Distances are in log2, so 512 is as far from 256 as from 1024.
#include "db/recipe/problem_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace hone::lookup {
namespace {

constexpr double detail = 0.25;        // added if an argument other than a size differs
constexpr double variant = 1;          // added if a layout differs, such as a transpose
constexpr double other_operation = 5;  // added if the reduction computes another operation
constexpr double edge_penalty = 0.03;  // added if a dimension is not a multiple of the tile

bool is_size(const Recipe::Argument& argument, Number value) {
    return argument.role == Recipe::Role::extent && value.exists() && value.numerator() > 0;
}

bool is_operation(const Recipe::Argument& argument) {
    const auto& [name, value] = argument.default_value;
    return name == "operation" && std::holds_alternative<std::string>(value);
}

/// Returns nullopt for an unknown word.
std::optional<std::size_t> operation_number(Number word) {
    for (std::size_t i = 0; i < reduction_operations.size(); ++i)
        if (word == value_of({"operation", std::string(reduction_operations[i])})) return i;
    return std::nullopt;
}

/// All operations are equally far from each other.
void add_operation(Number word, std::vector<double>& coordinates) {
    constexpr double step = 2;
    const auto number = operation_number(word);
    for (std::size_t i = 0; i < reduction_operations.size(); ++i)
        coordinates.push_back(number == i ? step : 0);
}

double work_of(const Recipe& recipe, std::span<const Number> arguments,
               std::span<const Number> variables) {
    for (const Postfix* amount : {&recipe.flops, &recipe.bytes})
        if (const Number value = amount->value(variables); value.truthy()) return value.real();
    double product = 1;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (recipe.arguments[i].role == Recipe::Role::extent) product *= arguments[i].real();
    return product;
}

// Distances in the time model, in doublings, of problems that differ in something other than size.
constexpr double variant_step = 4;   // a layout
constexpr double detail_step = 0.5;  // an optional argument

/// 0 for multiples of 16, 1 for odd numbers.
double raggedness(Number size) {
    constexpr std::int64_t whole = 16;
    const std::int64_t divisor = std::gcd(size.numerator(), whole);
    return 1 - std::log2(static_cast<double>(divisor)) / std::log2(static_cast<double>(whole));
}

/// log2 of the dimension rounded up to whole tiles over the dimension, with a penalty for a partial
/// tile.
double waste(double extent, double tile) {
    const double whole = std::ceil(extent / tile) * tile;
    return std::log2(whole / extent) + (whole == extent ? 0 : edge_penalty);
}

/// Calls `each` with every dimension and its tile.
void for_each_tile(const Recipe& recipe, const std::vector<Recipe::Tile>& tiles,
                   std::span<const Number> variables, const auto& each) {
    for (const Recipe::Tile& tile : tiles) {
        const double size = tile.size.value(variables).real();
        const double extent = variables[recipe.parameters.size() + tile.argument].real();
        if (size >= 1 && extent > 0) each(extent, size);
    }
}

}  // namespace

ProblemPoint point_of(const Recipe& recipe, std::vector<Number> arguments,
                      std::span<const Number> variables) {
    ProblemPoint point{.arguments = std::move(arguments), .logs = {}, .work = 0};
    for (std::size_t i = 0; i < point.arguments.size(); ++i)
        point.logs.push_back(is_size(recipe.arguments[i], point.arguments[i])
                                 ? std::log2(point.arguments[i].real())
                                 : 0);
    point.work = work_of(recipe, point.arguments, variables);
    return point;
}

std::optional<double> log2_distance(const Recipe& recipe, const ProblemPoint& tuned,
                                    const ProblemPoint& asked) {
    double sum = 0;
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i) {
        if (tuned.arguments[i] == asked.arguments[i]) continue;
        const Recipe::Argument& argument = recipe.arguments[i];
        if (argument.role == Recipe::Role::detail) {
            sum += detail;
            continue;
        }
        if (is_operation(argument) && operation_number(tuned.arguments[i]) &&
            operation_number(asked.arguments[i])) {
            sum += other_operation;
            continue;
        }
        if (argument.role == Recipe::Role::variant && tuned.arguments[i].exists() &&
            asked.arguments[i].exists()) {
            sum += variant;
            continue;
        }
        if (!is_size(argument, tuned.arguments[i]) || !is_size(argument, asked.arguments[i]))
            return std::nullopt;
        sum += std::fabs(asked.logs[i] - tuned.logs[i]);
    }
    return sum;
}

std::optional<std::string_view> operation_of(const Recipe& recipe,
                                             std::span<const Number> arguments) {
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i)
        if (is_operation(recipe.arguments[i]))
            if (const auto number = operation_number(arguments[i]))
                return reduction_operations.at(*number);
    return std::nullopt;
}

prediction::ProblemFeatures features_of(const Recipe& recipe, const ProblemPoint& problem) {
    constexpr double apart = 1000;  // distance of problems that share no information
    prediction::ProblemFeatures point;
    std::vector<double>& coordinates = point.coordinates;
    for (std::size_t i = 0; i < problem.arguments.size(); ++i) {
        const Recipe::Argument& argument = recipe.arguments[i];
        const Number value = problem.arguments[i];
        if (is_size(argument, value)) {
            coordinates.push_back(problem.logs[i]);
            point.raggedness.push_back(raggedness(value));
        } else if (is_operation(argument) && operation_number(value)) {
            add_operation(value, coordinates);
        } else if (value.is_word()) {
            coordinates.push_back(apart * static_cast<double>(value.numerator() % 9973));
            if (is_operation(argument))
                coordinates.resize(coordinates.size() + reduction_operations.size() - 1);
        } else if (argument.role == Recipe::Role::variant) {
            coordinates.push_back(value.exists() ? variant_step * value.real() : apart);
        } else {
            coordinates.push_back(value.truthy() ? detail_step : 0);
        }
    }
    return point;
}

double tile_waste(const Recipe& recipe, std::span<const Number> variables) {
    double sum = 0;
    for_each_tile(recipe, recipe.tiles, variables,
                  [&](double extent, double tile) { sum += waste(extent, tile); });
    return sum;
}

double busiest_share(const Recipe& recipe, std::span<const Number> variables) {
    double share = 1;
    for_each_tile(recipe, recipe.group_tiles, variables, [&](double extent, double tile) {
        share *= std::min(tile, extent) * std::ceil(extent / tile) / extent;
    });
    return share;
}

}  // namespace hone::lookup
