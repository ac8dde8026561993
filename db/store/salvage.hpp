// SPDX-License-Identifier: MIT
// What can still be read of a damaged database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// What became of the rows of one table, under the name that it has in the file.
struct Salvaged {
    std::string table;
    std::int64_t rows = 0;               // that were copied
    std::optional<std::int64_t> stored;  // that there were, where an index still says it

    bool is_whole() const { return stored == rows; }
};

/// Copies every row that can be read, is what was stored, and refers to none that is lost, into a new
/// database with the schema that the damaged one has. Throws a StoreError where rows are without end.
std::vector<Salvaged> salvage(Connection& damaged, const std::filesystem::path& file);

}  // namespace hone
