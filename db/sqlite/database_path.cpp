// SPDX-License-Identifier: MIT
// Finds folders by the XDG base directory specification.
#include "db/sqlite/database_path.hpp"

#include "db/model/store_error.hpp"
#include "db/sqlite/environment.hpp"

namespace hone {
namespace {

// The specification requires to ignore a relative path in its variables.
std::filesystem::path xdg_folder(const char* variable, const char* below_home) {
    if (std::filesystem::path xdg = environment_variable(variable); xdg.is_absolute()) return xdg;
    const std::string home = environment_variable("HOME");
    return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / below_home;
}

}  // namespace

std::filesystem::path data_home() {
    std::filesystem::path folder = xdg_folder("XDG_DATA_HOME", ".local/share");
    if (folder.empty())
        throw StoreError("no default path for the database: HOME is not set",
                         "name one with --db or HONE_DB");
    return folder;
}

std::filesystem::path cache_home() {
    return xdg_folder("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path database_path(const std::string& given) {
    if (!given.empty()) return given;
    if (const std::string named = environment_variable("HONE_DB"); !named.empty()) return named;
    return data_home() / "hone" / "hone.db";
}

}  // namespace hone
