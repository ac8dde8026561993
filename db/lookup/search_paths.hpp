// SPDX-License-Identifier: MIT
// Where an application looks for databases; of two that answer, the first one counts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone::lookup {

/// The user's database, then those of the site, then those that came with this library.
std::vector<std::filesystem::path> database_search_paths();

/// Those that came with this library alone: their kernels are hone's own.
std::vector<std::filesystem::path> installed_databases();

/// Why nothing that came with this library was found; nothing where its folder is there.
std::string complaint_of_share();

/// The file of a kernel that comes with hone, or nothing.
std::string installed_source(const std::string& kernel);

}  // namespace hone::lookup
