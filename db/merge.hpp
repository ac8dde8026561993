// SPDX-License-Identifier: MIT
// Two databases become one. Ids come from content, so what both have is one row, and the second
// time nothing changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "db/store.hpp"

namespace hone {

/// How many rows of a table were new.
struct Added {
    std::string table;
    std::int64_t rows = 0;
};

/// Takes everything from another database into this one, wholly or not at all; each run says where
/// it came from. What is in flight there stays there.
std::vector<Added> merge(Store& into, const std::filesystem::path& from);

}  // namespace hone
