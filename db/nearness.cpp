// SPDX-License-Identifier: MIT
// Distances in doublings, so that what lies between 256 and 1024 is as near to either.
#include "db/nearness.hpp"

#include <algorithm>
#include <cmath>

namespace hone::lookup {
namespace {

constexpr double detail = 0.25;      // an argument that is no size differs
constexpr double indivisible = 0.5;  // whole tiles fitted, and fit no more

std::optional<double> doublings(Recipe::Role role, Exact tuned, Exact asked) {
    if (tuned == asked) return 0;
    if (role == Recipe::Role::variant) return std::nullopt;
    if (role == Recipe::Role::detail) return detail;
    if (tuned.numerator <= 0 || asked.numerator <= 0) return std::nullopt;
    return std::fabs(std::log2(asked.real() / tuned.real()));
}

/// How much larger a dimension is in whole tiles, in doublings.
double waste(double extent, double tile) {
    return std::log2(std::ceil(extent / tile) * tile / extent);
}

}  // namespace

std::optional<double> doublings(const Recipe& recipe, std::span<const Exact> tuned,
                                std::span<const Exact> asked) {
    double sum = 0;
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i) {
        const auto one = doublings(recipe.arguments[i].role, tuned[i], asked[i]);
        if (!one) return std::nullopt;
        sum += *one;
    }
    return sum;
}

double raggedness(const Recipe& recipe, std::span<const Exact> slots, std::span<const Exact> tuned,
                  std::span<const Exact> asked) {
    double sum = 0;
    for (const Recipe::Tile& tile : recipe.tiles) {
        const double size = tile.size.value(slots).real();
        const double before = tuned[tile.argument].real();
        const double now = asked[tile.argument].real();
        if (!(size >= 1) || !(before > 0) || !(now > 0)) continue;
        sum += std::max(0.0, waste(now, size) - waste(before, size));
        if (std::fmod(before, size) == 0 && std::fmod(now, size) != 0) sum += indivisible;
    }
    return sum;
}

}  // namespace hone::lookup
