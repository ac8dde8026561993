// SPDX-License-Identifier: MIT
// Imports the times of other libraries, such as cuBLAS, for problems that were tuned: a CSV with a row for
// each library and problem. Reports compare the best configs with them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "db/store/store.hpp"

namespace hone {

/// How many rows were new, and how many the database had already.
struct PeerSummary {
    std::int64_t added = 0, known = 0;
};

/// Whether its first line names the columns library, version, device, routine, precision, problem,
/// cache, clock and times_ns.
bool is_peers(std::string_view text);

/// Adds each row to the latest run of its problem; all or nothing. Throws a usage Error with the line
/// where a row is malformed, or its problem was not tuned or means several.
PeerSummary import_peers(Store& store, const std::filesystem::path& file, std::string_view text);

}  // namespace hone
