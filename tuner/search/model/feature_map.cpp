// SPDX-License-Identifier: MIT
// From choices to points. Two words lie as far apart as the ends of a scale.
#include "tuner/search/model/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hone {
namespace {

// Choices that a trait's scale is read from: enough to see its range, few enough to cost nothing.
constexpr std::size_t read_from = 256;

// Past this ratio a quantity is read in factors, as an axis is.
constexpr double log_scale_ratio = 4;

std::size_t columns_of(const Axis& axis) {
    if (axis.at.size() < 2) return 0;
    return axis.ordered || axis.at.size() == 2 ? 1 : axis.at.size();
}

void place(const Axis& axis, std::uint16_t value, std::vector<float>& point) {
    const std::size_t columns = columns_of(axis);
    if (columns == 0) return;
    if (axis.ordered) return point.push_back(axis.at[value]);
    if (columns == 1) return point.push_back(value);
    const std::size_t first = point.size();
    point.resize(first + columns, 0);
    point[first + value] = 1 / std::numbers::sqrt2_v<float>;
}

}  // namespace

float Chart::Scale::of(double value) const {
    const double at = factors ? std::log(std::max(value, low) / low) / std::log(high / low)
                              : (value - low) / (high - low);
    return static_cast<float>(std::clamp(at, -1.0, 2.0));
}

Chart::Chart(const Ground& ground, bool all) : ground_(ground) {
    for (const Axis& axis : ground.axes) parameters_ += columns_of(axis);
    if (!all) return;
    std::vector<std::vector<double>> columns;
    for (const Config& config : ground.candidates.sample(read_from, ground.seed)) {
        const std::vector<double> values = quantities(config);
        columns.resize(values.size());
        for (std::size_t q = 0; q < values.size(); ++q) columns[q].push_back(values[q]);
    }
    for (std::size_t q = 0; q < columns.size(); ++q) add_scale(q, std::move(columns[q]));
}

std::vector<double> Chart::quantities(const Config& config) const {
    std::vector<double> all;
    for (const Trait& trait : ground_.traits) all.push_back(trait(config));
    if (!ground_.foresight) return all;
    const std::vector<double> foreseen = ground_.foresight(config);
    all.insert(all.end(), foreseen.begin(), foreseen.end());
    return all;
}

// One that is the same everywhere, or the same as another, tells nothing.
void Chart::add_scale(std::size_t quantity, std::vector<double> values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (*low == *high || std::find(seen_.begin(), seen_.end(), values) != seen_.end()) return;
    scales_.push_back({quantity, *low, *high, *low > 0 && *high >= log_scale_ratio * *low});
    seen_.push_back(std::move(values));
}

std::vector<float> Chart::point(const Config& config) const {
    std::vector<float> point;
    point.reserve(dimensions());
    for (std::size_t p = 0; p < ground_.axes.size(); ++p) place(ground_.axes[p], config[p], point);
    if (scales_.empty()) return point;
    const std::vector<double> values = quantities(config);
    for (const Scale& scale : scales_) point.push_back(scale.of(values[scale.quantity]));
    return point;
}

}  // namespace hone
