// SPDX-License-Identifier: MIT
// Maps configs to points. Two words are as far apart as the ends of a scale.
#include "tuner/search/model/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "spaces/base/parallel.hpp"

namespace hone {
namespace {

// The number of configs from which a feature's scale is computed: enough to see its range.
constexpr std::size_t scale_samples = 256;

// At this ratio of largest to smallest value or above, a feature gets a logarithmic scale, as a
// parameter does.
constexpr double log_scale_ratio = 4;

// The number of configs whose points one thread computes at a time: some milliseconds of work.
constexpr std::size_t block_size = 256;

std::size_t columns_of(const ParameterScale& scale) {
    if (scale.positions.size() < 2) return 0;
    return scale.ordered || scale.positions.size() == 2 ? 1 : scale.positions.size();
}

void append_parameter(const ParameterScale& scale, std::uint16_t value, std::vector<float>& point) {
    const std::size_t columns = columns_of(scale);
    if (columns == 0) return;
    if (scale.ordered) return point.push_back(scale.positions[value]);
    if (columns == 1) return point.push_back(value);
    const std::size_t first = point.size();
    point.resize(first + columns, 0);
    point[first + value] = 1 / std::numbers::sqrt2_v<float>;
}

}  // namespace

float FeatureMap::FeatureScale::of(double value) const {
    const double at = logarithmic ? std::log(std::max(value, low) / low) / std::log(high / low)
                                  : (value - low) / (high - low);
    return static_cast<float>(std::clamp(at, -1.0, 2.0));
}

FeatureMap::FeatureMap(const SearchProblem& problem, bool all) : problem_(problem) {
    for (const ParameterScale& scale : problem.scales) parameters_ += columns_of(scale);
    if (!all) return;
    std::vector<std::vector<double>> columns;
    for (const Config& config : problem.candidates.sample(scale_samples, problem.seed)) {
        const std::vector<double> values = features(config);
        columns.resize(values.size());
        for (std::size_t q = 0; q < values.size(); ++q) columns[q].push_back(values[q]);
    }
    for (std::size_t q = 0; q < columns.size(); ++q) add_scale(q, std::move(columns[q]));
}

std::vector<double> FeatureMap::features(const Config& config) const {
    std::vector<double> all;
    for (const DerivedFeature& derived : problem_.derived_features) all.push_back(derived(config));
    if (!problem_.static_features) return all;
    const std::vector<double> static_features = problem_.static_features(config);
    all.insert(all.end(), static_features.begin(), static_features.end());
    return all;
}

// Skips features that are constant, or equal to another one.
void FeatureMap::add_scale(std::size_t quantity, std::vector<double> values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (*low == *high ||
        std::find(sampled_values_.begin(), sampled_values_.end(), values) != sampled_values_.end())
        return;
    scales_.push_back({quantity, *low, *high, *low > 0 && *high >= log_scale_ratio * *low});
    sampled_values_.push_back(std::move(values));
}

std::vector<float> FeatureMap::point(const Config& config) const {
    std::vector<float> point;
    point.reserve(dimensions());
    for (std::size_t p = 0; p < problem_.scales.size(); ++p)
        append_parameter(problem_.scales[p], config[p], point);
    if (scales_.empty()) return point;
    const std::vector<double> values = features(config);
    for (const FeatureScale& scale : scales_) point.push_back(scale.of(values[scale.feature]));
    return point;
}

FeatureMatrix FeatureMap::points(const std::vector<Config>& configs) const {
    std::vector<std::vector<float>> points(configs.size());
    const std::size_t blocks = (configs.size() + block_size - 1) / block_size;
    for_each_index(blocks, [&](std::size_t block) {
        const std::size_t end = std::min(configs.size(), (block + 1) * block_size);
        for (std::size_t i = block * block_size; i < end; ++i) points[i] = point(configs[i]);
    });
    FeatureMatrix matrix(dimensions());
    for (const std::vector<float>& each : points) matrix.append(each);
    return matrix;
}

}  // namespace hone
