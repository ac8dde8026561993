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

/// Takes everything from another database into this one, wholly or not at all; each run says where
/// it came from. What is in flight there stays there.
std::vector<Added> merge(Store& into, const std::filesystem::path& from);

/// The same of many, one after the other; `watch` hears what each added. What applications are told
/// is brought up to date once, at the end.
void merge(
    Store& into, const std::vector<std::filesystem::path>& from,
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& watch);

}  // namespace hone
