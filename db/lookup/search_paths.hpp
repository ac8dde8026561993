// SPDX-License-Identifier: MIT
// Where an application looks for databases; if two have an answer, the first counts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone::lookup {

/// The user's database, then those of the site, then those that came with this library.
std::vector<std::filesystem::path> database_search_paths();

/// Only the databases that came with this library: their kernels are hone's own.
std::vector<std::filesystem::path> installed_databases();

/// Why the installed files were not found; empty if their folder exists.
std::string complaint_of_share();

/// The file of a kernel that comes with hone, or an empty text.
std::string installed_source(const std::string& kernel);

}  // namespace hone::lookup
