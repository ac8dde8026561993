// SPDX-License-Identifier: MIT
// Recovers the readable rows of a damaged database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// The result for one table, under its name in the file.
struct Salvaged {
    std::string table;
    std::int64_t rows = 0;               // copied
    std::optional<std::int64_t> stored;  // in the damaged file, if an index has the number

    bool is_whole() const { return stored == rows; }
};

/// Copies every row that is readable, satisfies its constraints and refers to no lost row, into a
/// new database with the schema of the damaged one. Throws a StoreError if rows are endless.
std::vector<Salvaged> salvage(Connection& damaged, const std::filesystem::path& file);

}  // namespace hone
