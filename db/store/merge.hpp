// SPDX-License-Identifier: MIT
// Merges databases. Ids are hashes of the content, so equal rows are merged, and a repeated merge
// changes nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "db/store/salvage.hpp"
#include "db/store/store.hpp"

namespace hone {

/// The number of new rows of a table.
struct Added {
    std::string table;
    std::int64_t rows = 0;
};

/// Adds the rows of another database to this one, all or none; each run stores the file that it
/// came from. Configs in flight are not copied. A database with an older schema stays unchanged: a
/// temporary copy of it is migrated and merged.
std::vector<Added> merge(Store& into, const std::filesystem::path& from);

/// The same for several files, one after the other; `merged` gets the new rows of each. The table
/// `tuned` is rebuilt once, at the end. The first file that cannot be merged ends the merge.
void merge(
    Store& into, const std::vector<std::filesystem::path>& from,
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& merged);

/// Callbacks for each file of a merge.
struct MergeWatch {
    std::function<void(const std::filesystem::path&, const std::vector<Added>&)> merged;
    /// Gets the rows that could be read from a damaged file and were merged. Without it, a damaged
    /// file is rejected.
    std::function<void(const std::filesystem::path&, const std::vector<Salvaged>&)> salvaged = {};
    /// Gets the reason why nothing of a file was merged; then the merge continues. Without it, the
    /// first such file ends the merge. A fault of the target database always does.
    std::function<void(const std::filesystem::path&, const StoreError&)> refused = {};
    /// Whether to stop before the next file.
    std::function<bool()> stop = {};
};

void merge(Store& into, const std::vector<std::filesystem::path>& from, const MergeWatch& watch);

}  // namespace hone
