// SPDX-License-Identifier: MIT
// The scale of a parameter. On a logarithmic scale the step from 1 to 2 is as large as that from 64
// to 128. Words have no order.
#include <algorithm>
#include <cmath>

#include "tuner/search/search_problem.hpp"

namespace hone {
namespace {

// At this ratio of the largest to the smallest value or above, the scale is logarithmic: tiles,
// vectors, work-groups.
constexpr double log_axis_ratio = 4;

double number_of(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    return number && number->exists() ? number->real() : 0;
}

bool is_number(const Value& value) {
    return std::holds_alternative<Number>(value);
}

}  // namespace

ParameterScale parameter_scale(const Parameter& parameter) {
    const auto& values = parameter.values;
    ParameterScale scale{std::all_of(values.begin(), values.end(), is_number), {}};
    std::vector<double> numbers;
    for (const Value& value : values) numbers.push_back(number_of(value));
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    if (numbers.empty() || !scale.ordered || *low == *high) {
        scale.positions.assign(values.size(), 0);
        return scale;
    }
    const double from = *low;
    const double to = *high;
    const bool logarithmic = from > 0 && to >= log_axis_ratio * from;
    for (const double value : numbers) {
        scale.positions.push_back(
            static_cast<float>(logarithmic ? std::log(value / from) / std::log(to / from)
                                           : (value - from) / (to - from)));
    }
    return scale;
}

std::vector<ParameterScale> parameter_scales(const Space& space) {
    std::vector<ParameterScale> scales;
    for (const Parameter& parameter : space.parameters)
        scales.push_back(parameter_scale(parameter));
    return scales;
}

}  // namespace hone
