// SPDX-License-Identifier: MIT
// `hone db export --share` and `hone db merge --verify`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone::cli {

void declare_sharing(po::options_description& options);

/// Writes the file of --share and signs it.
Exit share(const po::variables_map& given, const std::filesystem::path& database);

/// Returns if all files were signed with this key, else throws.
void verify_files(const std::vector<std::string>& files, const std::filesystem::path& key);

}  // namespace hone::cli
