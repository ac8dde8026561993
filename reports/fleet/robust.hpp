// SPDX-License-Identifier: MIT
// Robust statistics, which a few false values do not change: the median, the spread from the
// median, and the effects of devices and rows by median polish (Tukey).
#pragma once

#include <cstddef>
#include <vector>

namespace hone {

/// The median; 0 if there are no values.
double median_of(std::vector<double> values);

/// The quantile for this share; 0 if there are no values.
double quantile_of(std::vector<double> values, double share);

/// The standard deviation of a normal distribution with the same median absolute deviation.
double robust_deviation(const std::vector<double>& values);

/// A value of a table in which most cells may be empty.
struct PolishCell {
    std::size_t column = 0, row = 0;
    double value = 0;
    double residual = 0;  // what the effects of its column and row do not explain
};

/// Fits value = effect of the column + effect of the row, sets the residuals, and returns the
/// effects of the columns.
std::vector<double> median_polish(std::vector<PolishCell>& cells, std::size_t columns,
                                  std::size_t rows);

}  // namespace hone
