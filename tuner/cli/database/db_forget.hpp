// SPDX-License-Identifier: MIT
// `hone db forget`: which runs are meant, and what is left to say of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/store/garbage_collect.hpp"
#include "db/store/store.hpp"
#include "reports/text/table.hpp"

namespace hone::cli {

/// A number, as the tables of `hone db` show it.
Cell count_cell(std::int64_t number);

/// Removes for each word the run whose id begins with it, or all runs of a kernel by its name or
/// file, and answers with what was removed; a usage Error where there is none.
Table forget_words(Store& store, const std::vector<std::string>& words);

/// What garbage collection removed; with `dry`, what it would remove.
Table swept_words(const GarbageCollected& swept, bool dry);

}  // namespace hone::cli
