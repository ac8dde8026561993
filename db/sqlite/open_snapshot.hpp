// SPDX-License-Identifier: MIT
// Read-only access that creates no file. A database without a writer is opened as immutable, so
// that SQLite creates no -wal or -shm file beside it.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone::lookup {

/// Opens with locks, because other processes may write.
Connection open_shared(const std::filesystem::path& file);

/// Opens as immutable if there is no writer, else with locks.
Connection open_snapshot(const std::filesystem::path& file);

/// Modification time and size of a file. If they are equal before and after a read, the file was
/// not written.
using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
std::vector<Stamp> stamps(const std::vector<std::filesystem::path>& files);

}  // namespace hone::lookup
