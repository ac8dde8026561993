// SPDX-License-Identifier: MIT
// A database that grew for years is made small: what results rest on stays as it was measured, and
// of the rest as much as is wanted.
#pragma once

#include <cstdint>

#include "db/store/store.hpp"

namespace hone {

/// What a sweep removes, or would.
struct Swept {
    std::int64_t trials = 0;  // that go
    std::int64_t stay = 0;
    std::int64_t bytes_before = 0, bytes_after = 0;  // of the file
};

/// Removes the trials that nothing rests on, all but `thin` of each run. Runs, proofs, finalists
/// and everything else stays, and so does every best. With `dry` it only counts.
Swept sweep(Store& store, std::int64_t thin, bool dry);

}  // namespace hone
