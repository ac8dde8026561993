// SPDX-License-Identifier: MIT
// Where an application looks for what was tuned, in the order in which it is believed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone::lookup {

/// The user's database, then those of the site, then those that came with this library.
std::vector<std::filesystem::path> database_places();

/// Those that came with this library alone: their kernels are hone's own.
std::vector<std::filesystem::path> installed_databases();

/// The file of a kernel that comes with hone, or nothing.
std::string shipped_source(const std::string& kernel);

}  // namespace hone::lookup
