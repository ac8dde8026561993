// SPDX-License-Identifier: MIT
// Reading without leaving a trace: a database that nobody is writing is read as an unchanging file,
// so not even SQLite's own files appear beside it.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone::lookup {

/// Opens as others may be writing.
Connection open_shared(const std::filesystem::path& file);

/// Opens without a trace where nobody is writing.
Connection open_quietly(const std::filesystem::path& file);

/// A file that nobody writes is the same before and after.
using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
std::vector<Stamp> stamps(const std::vector<std::filesystem::path>& files);

}  // namespace hone::lookup
