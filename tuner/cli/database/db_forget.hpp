// SPDX-License-Identifier: MIT
// `hone db forget` and garbage collection: selects the runs to remove and reports what was removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/store/garbage_collect.hpp"
#include "db/store/store.hpp"
#include "reports/text/table.hpp"

namespace hone::cli {

/// A number in the tables of `hone db`.
Cell count_cell(std::int64_t number);

/// Removes, for each word, the run whose id begins with it or all runs of the kernel of this name
/// or file. Returns what was removed. Throws a usage Error if a word matches nothing.
Table forget_words(Store& store, const std::vector<std::string>& words);

/// The result of garbage collection; with `dry`, what it would remove.
Table swept_words(const GarbageCollected& swept, bool dry);

}  // namespace hone::cli
