// SPDX-License-Identifier: MIT
// Where the values of a parameter lie: a step from 1 to 2 is as far as one from 64 to 128, where
// values grow by factors; words have no order.
#include <algorithm>
#include <cmath>

#include "tuner/search/search_problem.hpp"

namespace hone {
namespace {

// From here on the largest value is not a little more than the smallest, but a multiple: tiles,
// vectors, work-groups. What is doubled, and doubled again, is meant as factors.
constexpr double log_axis_ratio = 4;

double number_of(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    return number && number->exists() ? number->real() : 0;
}

bool is_number(const Value& value) {
    return std::holds_alternative<Number>(value);
}

}  // namespace

Axis axis_of(const Parameter& parameter) {
    const auto& values = parameter.values;
    Axis axis{std::all_of(values.begin(), values.end(), is_number), {}};
    std::vector<double> at;
    for (const Value& value : values) at.push_back(number_of(value));
    const auto [low, high] = std::minmax_element(at.begin(), at.end());
    if (at.empty() || !axis.ordered || *low == *high) {
        axis.at.assign(values.size(), 0);
        return axis;
    }
    const double from = *low;
    const double to = *high;
    const bool grows = from > 0 && to >= log_axis_ratio * from;
    for (const double value : at) {
        axis.at.push_back(static_cast<float>(grows ? std::log(value / from) / std::log(to / from)
                                                   : (value - from) / (to - from)));
    }
    return axis;
}

std::vector<Axis> axes_of(const Space& space) {
    std::vector<Axis> axes;
    for (const Parameter& parameter : space.parameters) axes.push_back(axis_of(parameter));
    return axes;
}

}  // namespace hone
