// SPDX-License-Identifier: MIT
// Databases become one. Ids come from content, so what two have is one row, and the second time
// nothing changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

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

/// The same for many, one after the other; `watch` gets what each added. The table `tuned` is
/// written anew once, at the end.
void merge(
    Store& into, const std::vector<std::filesystem::path>& from,
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& watch);

}  // namespace hone
