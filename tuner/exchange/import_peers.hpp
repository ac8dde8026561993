// SPDX-License-Identifier: MIT
// Imports times of other libraries, such as cuBLAS, for tuned problems: a CSV with a row for each
// library and problem. Reports compare the best configs with them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "db/store/store.hpp"

namespace hone {

/// The numbers of new rows and of rows that the database already had.
struct PeerSummary {
    std::int64_t added = 0, known = 0;
};

/// Whether the first line names the columns library, version, device, routine, precision, problem,
/// cache, clock and times_ns.
bool is_peers(std::string_view text);

/// Adds each row to the latest run of its problem; adds all rows or none. Throws a usage Error with
/// the line number if a row is malformed, or if its problem was not tuned or is ambiguous.
PeerSummary import_peers(Store& store, const std::filesystem::path& file, std::string_view text);

}  // namespace hone
