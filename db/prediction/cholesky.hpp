// SPDX-License-Identifier: MIT
// Computes the Cholesky factor of a symmetric positive definite matrix, and solves systems with it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hone::prediction {

/// The lower triangle of a symmetric matrix, row by row.
class LowerTriangle {
  public:
    explicit LowerTriangle(std::size_t size) : size_(size), values_(size * (size + 1) / 2) {}

    std::size_t size() const { return size_; }
    std::span<double> row(std::size_t i) { return {values_.data() + i * (i + 1) / 2, i + 1}; }
    std::span<const double> row(std::size_t i) const {
        return {values_.data() + i * (i + 1) / 2, i + 1};
    }

  private:
    std::size_t size_;
    std::vector<double> values_;
};

/// L with L * transposed(L) = the matrix.
LowerTriangle cholesky_factor(LowerTriangle matrix);

/// Solves L * x = b in place.
void solve_lower(const LowerTriangle& factor, std::span<double> b);

/// Solves transposed(L) * x = b in place.
void solve_upper(const LowerTriangle& factor, std::span<double> b);

}  // namespace hone::prediction
