// SPDX-License-Identifier: MIT
// A few passes of median polish suffice: later ones change effects by less than the noise.
#include "reports/fleet/robust.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

constexpr int passes = 6;
constexpr double deviation_of_normal = 1.4826;

// Subtracts each group's median from its residuals; returns the medians.
std::vector<double> sweep(std::vector<PolishCell>& cells, std::size_t groups,
                          std::size_t PolishCell::*group) {
    std::vector<std::vector<double>> values(groups);
    for (const PolishCell& cell : cells) values[cell.*group].push_back(cell.residual);
    std::vector<double> medians(groups);
    for (std::size_t i = 0; i < groups; ++i) medians[i] = median_of(std::move(values[i]));
    for (PolishCell& cell : cells) cell.residual -= medians[cell.*group];
    return medians;
}

}  // namespace

double quantile_of(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    const auto last = static_cast<double>(values.size() - 1);
    const auto at = static_cast<std::ptrdiff_t>(std::lround(share * last));
    std::ranges::nth_element(values, values.begin() + at);
    return values[static_cast<std::size_t>(at)];
}

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, half);
    if (values.size() % 2 == 1) return *half;
    return (*half + *std::max_element(values.begin(), half)) / 2;
}

double robust_deviation(const std::vector<double>& values) {
    const double middle = median_of(values);
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values) distances.push_back(std::abs(value - middle));
    return deviation_of_normal * median_of(std::move(distances));
}

std::vector<double> median_polish(std::vector<PolishCell>& cells, std::size_t columns,
                                  std::size_t rows) {
    for (PolishCell& cell : cells) cell.residual = cell.value;
    std::vector<double> effects(columns);
    for (int pass = 0; pass < passes; ++pass) {
        sweep(cells, rows, &PolishCell::row);
        const std::vector<double> moved = sweep(cells, columns, &PolishCell::column);
        for (std::size_t i = 0; i < columns; ++i) effects[i] += moved[i];
    }
    return effects;
}

}  // namespace hone
