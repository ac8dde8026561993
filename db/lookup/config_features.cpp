// SPDX-License-Identifier: MIT
#include "db/lookup/config_features.hpp"

#include <cmath>

#include "db/recipe/launch_geometry.hpp"

namespace hone::lookup {
namespace {

/// The coordinate of a parameter value: doubling the value is one step; words are either equal or
/// far apart.
double coordinate(Number value) {
    if (value.is_word()) return static_cast<double>(value.numerator() % 9973);
    const double real = value.exists() ? value.real() : 0;
    return real > 0 ? std::log2(real) : real - 1;
}

}  // namespace

prediction::ConfigFeatures config_features(std::span<const Number> parameters) {
    prediction::ConfigFeatures point;
    for (const Number& value : parameters) point.push_back(coordinate(value));
    return point;
}

TwinKey::TwinKey(const Recipe& recipe) {
    for (std::size_t p = 0; p < recipe.parameters.size(); ++p)
        counts_.push_back(!recipe.built_with.contains(recipe.parameters[p]) ||
                          shapes_launch(recipe, p));
}

TwinKey::Key TwinKey::of(std::span<const Number> parameters) const {
    Key key;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (counts_[p]) key.emplace_back(parameters[p].numerator(), parameters[p].denominator());
    return key;
}

}  // namespace hone::lookup
