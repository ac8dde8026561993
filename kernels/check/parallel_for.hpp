// SPDX-License-Identifier: MIT
// Parallel loops over many elements: each thread works on one chunk.
#pragma once

#include <cstddef>
#include <functional>

namespace hone {

/// The number of chunks for `rows` rows of `width` elements: at least one, at most one per core and
/// one per row.
std::size_t parallel_chunks(std::size_t rows, std::size_t width);

/// Splits the rows into chunks and calls `work` for each chunk [from, to), in parallel. Rethrows an
/// exception of one of these calls.
void parallel_for(
    std::size_t chunks, std::size_t rows,
    const std::function<void(std::size_t chunk, std::size_t from, std::size_t to)>& work);

/// The same with parallel_chunks(rows, width) chunks.
void parallel_for_rows(std::size_t rows, std::size_t width,
                       const std::function<void(std::size_t from, std::size_t to)>& work);

}  // namespace hone
