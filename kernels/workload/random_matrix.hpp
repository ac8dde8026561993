// SPDX-License-Identifier: MIT
// The content of an input matrix: random numbers, and between the rows values that no kernel may
// read.
#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/check/matrix.hpp"
#include "kernels/check/parallel_for.hpp"
#include "kernels/inputs/exponents.hpp"
#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

// Values between the rows: every other element is NaN.
inline void fill_gaps(const Element& element, const TestInputs& inputs, Bytes& content) {
    for (std::size_t i = 0; i < content.size(); i += element.bytes) {
        const double any = std::ldexp(1 + inputs.unit(~i), 13);
        element.write(i / element.bytes % 2 == 0 ? NAN : any, content.data() + i);
    }
}

// Each number is multiplied by 2^exponent(row, column).
Bytes random_matrix(const MatrixShape& matrix, const Element& element, const TestInputs& inputs,
                    const auto& exponent) {
    Bytes content(matrix.count() * element.bytes);
    if (matrix.stride > matrix.columns) fill_gaps(element, inputs, content);
    parallel_for_rows(matrix.rows, matrix.columns, [&](std::size_t from, std::size_t to) {
        for (std::size_t row = from; row < to; ++row) {
            for (std::size_t column = 0; column < matrix.columns; ++column) {
                const std::size_t index = matrix.at(row, column);
                const double number = inputs.either_sign(index);
                element.put(scaled(number, exponent(row, column)), content, index);
            }
        }
    });
    return content;
}

}  // namespace hone
