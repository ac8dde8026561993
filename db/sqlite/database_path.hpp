// SPDX-License-Identifier: MIT
// Where the database is when nobody says.
#pragma once

#include <filesystem>
#include <string>

namespace hone {

/// Where a user's data is: XDG_DATA_HOME, else ~/.local/share. Throws a StoreError where neither is said.
std::filesystem::path data_home();

/// The database's path: what was given (--db), else HONE_DB, else hone/hone.db in XDG_DATA_HOME,
/// else in ~/.local/share. Throws a StoreError where there is no home either.
std::filesystem::path database_path(const std::string& given = {});

}  // namespace hone
