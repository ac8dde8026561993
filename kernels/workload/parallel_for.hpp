// SPDX-License-Identifier: MIT
// Work on many elements by all cores, a stretch for each.
#pragma once

#include <cstddef>
#include <functional>

namespace hone {

/// How many stretches so many rows of `width` elements are worth: at most one a core or a row, and
/// one at least.
std::size_t stretches_worth(std::size_t rows, std::size_t width);

/// Calls `work` for each stretch of so many rows, [from, to), side by side.
void side_by_side(
    std::size_t stretches, std::size_t rows,
    const std::function<void(std::size_t stretch, std::size_t from, std::size_t to)>& work);

/// The same for as many stretches as the rows are worth.
void by_rows(std::size_t rows, std::size_t width,
             const std::function<void(std::size_t from, std::size_t to)>& work);

}  // namespace hone
