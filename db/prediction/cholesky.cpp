// SPDX-License-Identifier: MIT
// Row by row: each element is a dot product of two rows, which are contiguous in memory.
#include "db/prediction/cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "db/prediction/dot.hpp"

namespace hone::prediction {

LowerTriangle cholesky_factor(LowerTriangle matrix) {
    constexpr double least = 1e-12;  // a smaller pivot is a rounding error
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        const auto row = matrix.row(i);
        for (std::size_t j = 0; j < i; ++j) {
            const auto other = matrix.row(j);
            row[j] = (row[j] - dot(row.data(), other.data(), j)) / other[j];
        }
        row[i] = std::sqrt(std::max(least, row[i] - dot(row.data(), row.data(), i)));
    }
    return matrix;
}

void solve_lower(const LowerTriangle& factor, std::span<double> b) {
    for (std::size_t i = 0; i < factor.size(); ++i) {
        const auto row = factor.row(i);
        b[i] = (b[i] - dot(row.data(), b.data(), i)) / row[i];
    }
}

void solve_upper(const LowerTriangle& factor, std::span<double> b) {
    for (std::size_t i = factor.size(); i-- > 0;) {
        const auto row = factor.row(i);
        b[i] /= row[i];
        for (std::size_t j = 0; j < i; ++j) b[j] -= row[j] * b[i];
    }
}

}  // namespace hone::prediction
