// SPDX-License-Identifier: MIT
// `hone db merge`: what each file added, and what is said of those that cannot be merged, or in part.
#pragma once

#include <filesystem>
#include <vector>

#include "reports/text/table.hpp"
#include "spaces/base/error.hpp"

namespace hone::cli {

struct MergeAnswer {
    Table table;
    Exit exit = Exit::done;
};

/// Merges the files into the database. One that cannot be merged is named, and the others are merged:
/// Exit::environment. What can be read of a damaged one is merged: Exit::no. Ctrl-C ends it
/// behind the file that it is at: Exit::interrupted.
MergeAnswer merge_files(const std::filesystem::path& database,
                        const std::vector<std::filesystem::path>& files);

}  // namespace hone::cli
