// SPDX-License-Identifier: MIT
// Shrinks a large database: keeps the trials that results refer to, and a given number of the
// others of each run.
#pragma once

#include <cstdint>

#include "db/store/store.hpp"

namespace hone {

/// The numbers that garbage collection removed, or would remove.
struct GarbageCollected {
    std::int64_t trials = 0;  // removed
    std::int64_t kept = 0;
    std::int64_t bytes_before = 0, bytes_after = 0;  // of the file
};

/// Removes the trials that no result refers to, except `keep_per_run` of each run. Runs, size
/// checks, finalists, bests and all other rows stay. With `dry_run` it only counts.
GarbageCollected garbage_collect(Store& store, std::int64_t keep_per_run, bool dry_run);

}  // namespace hone
