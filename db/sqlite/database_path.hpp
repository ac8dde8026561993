// SPDX-License-Identifier: MIT
// The user's folders, and the default path of the database.
#pragma once

#include <filesystem>
#include <string>

namespace hone {

/// The folder of the user's data: XDG_DATA_HOME, else ~/.local/share. Throws a StoreError if
/// neither is set.
std::filesystem::path data_home();

/// The folder of the user's caches: XDG_CACHE_HOME, else ~/.cache; an empty path if neither is set.
std::filesystem::path cache_home();

/// The database's path: the given one (--db), else HONE_DB, else hone/hone.db in XDG_DATA_HOME,
/// else in ~/.local/share. Throws a StoreError if there is no home folder either.
std::filesystem::path database_path(const std::string& given = {});

}  // namespace hone
