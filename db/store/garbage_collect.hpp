// SPDX-License-Identifier: MIT
// Makes a large database small: trials that results refer to stay, and of the others as many of
// each run as asked for.
#pragma once

#include <cstdint>

#include "db/store/store.hpp"

namespace hone {

/// What garbage collection removed, or would remove.
struct GarbageCollected {
    std::int64_t trials = 0;  // removed
    std::int64_t kept = 0;
    std::int64_t bytes_before = 0, bytes_after = 0;  // of the file
};

/// Removes the trials that no result refers to, all but `keep_per_run` of each run. Runs, size
/// checks, finalists, bests and all else stay. With `dry_run` it only counts.
GarbageCollected garbage_collect(Store& store, std::int64_t keep_per_run, bool dry_run);

}  // namespace hone
