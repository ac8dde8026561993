// SPDX-License-Identifier: MIT
// Databases become one. Ids come from content, so what two have is one row, and the second time
// nothing changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "db/store/salvage.hpp"
#include "db/store/store.hpp"

namespace hone {

/// How many rows of a table were new.
struct Added {
    std::string table;
    std::int64_t rows = 0;
};

/// Adds the rows of another database to this one, all or none; each run says which file it came
/// from. Configs in flight there are not copied. A database with an older schema stays as it is: a
/// temporary copy of it is migrated and merged.
std::vector<Added> merge(Store& into, const std::filesystem::path& from);

/// The same for many, one after the other; `merged` gets what each added. The table `tuned` is
/// written anew once, at the end. The first file that cannot be merged ends it.
void merge(
    Store& into, const std::vector<std::filesystem::path>& from,
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& merged);

/// What is told of each file of a merge.
struct MergeWatch {
    std::function<void(const std::filesystem::path&, const std::vector<Added>&)> merged;
    /// What could be read of a damaged file, and was merged; without it such a file is refused.
    std::function<void(const std::filesystem::path&, const std::vector<Salvaged>&)> salvaged = {};
    /// Why nothing of a file was merged, before it goes on with the next; without it that ends the
    /// merge. What is wrong with the database into which they are merged always does.
    std::function<void(const std::filesystem::path&, const StoreError&)> refused = {};
    /// Whether to end before the next file.
    std::function<bool()> stop = {};
};

void merge(Store& into, const std::vector<std::filesystem::path>& from, const MergeWatch& watch);

}  // namespace hone
