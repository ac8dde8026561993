// SPDX-License-Identifier: MIT
// Finds the database by the XDG base directory specification.
#include "db/sqlite/database_path.hpp"

#include "db/model/store_error.hpp"
#include "db/sqlite/environment.hpp"

namespace hone {

// The specification requires to ignore a relative path in XDG_DATA_HOME.
std::filesystem::path data_home() {
    if (std::filesystem::path xdg = environment_variable("XDG_DATA_HOME"); xdg.is_absolute())
        return xdg;
    const std::string home = environment_variable("HOME");
    if (home.empty())
        throw StoreError("no default path for the database: HOME is not set",
                         "name one with --db or HONE_DB");
    return std::filesystem::path(home) / ".local" / "share";
}

std::filesystem::path database_path(const std::string& given) {
    if (!given.empty()) return given;
    if (const std::string named = environment_variable("HONE_DB"); !named.empty()) return named;
    return data_home() / "hone" / "hone.db";
}

}  // namespace hone
