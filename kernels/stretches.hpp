// SPDX-License-Identifier: MIT
// Work on many elements by all cores, a stretch for each.
#pragma once

#include <cstddef>
#include <functional>

namespace hone {

/// How many stretches so many elements are worth: at most one a core, and one at least.
std::size_t stretches_worth(std::size_t elements);

/// Calls `work` for each stretch, side by side.
void side_by_side(std::size_t stretches, const std::function<void(std::size_t stretch)>& work);

/// The same for `count` rows of `width` elements: `work` sees rows [from, to).
void by_rows(std::size_t count, std::size_t width,
             const std::function<void(std::size_t from, std::size_t to)>& work);

}  // namespace hone
