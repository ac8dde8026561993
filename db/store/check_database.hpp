// SPDX-License-Identifier: MIT
// The content of a database, and its faults: by SQLite's own checks, and by the rules for tuning
// results.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// A word and its number of occurrences.
using Counts = std::vector<std::pair<std::string, std::int64_t>>;

/// Summary of a database.
struct Contents {
    std::string created;  // creation time, UTC
    std::int64_t version = 0;
    std::int64_t bytes = 0;
    std::string journal;  // "wal", "delete"
    Counts rows;          // by table
    Counts outcomes;      // of the trials
};

Contents contents(Store& store);

/// One line for each fault of the database; empty if it is intact.
std::vector<std::string> faults(Store& store);

}  // namespace hone
