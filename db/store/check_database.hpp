// SPDX-License-Identifier: MIT
// What a database holds, and whether it is sound: by SQLite's own tests, and by what a tuner's
// results must obey.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// A word and how many there are of it.
using Counts = std::vector<std::pair<std::string, std::int64_t>>;

/// What a database is and holds.
struct Contents {
    std::string created;  // when, UTC
    std::int64_t version = 0;
    std::int64_t bytes = 0;
    std::string journal;  // "wal", "delete"
    Counts rows;          // of each table
    Counts outcomes;      // of the trials
};

Contents contents(Store& store);

/// One line for each thing that is wrong with the database; none where it is sound.
std::vector<std::string> faults(Store& store);

}  // namespace hone
