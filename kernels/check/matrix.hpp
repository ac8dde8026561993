// SPDX-License-Identifier: MIT
// The memory layout of a stored matrix.
#pragma once

#include <cstddef>

namespace hone {

/// A row-major matrix; its rows begin `stride` elements apart.
struct MatrixShape {
    std::size_t rows, columns, stride;

    std::size_t count() const { return (rows - 1) * stride + columns; }
    std::size_t at(std::size_t row, std::size_t column) const { return row * stride + column; }
};

}  // namespace hone
