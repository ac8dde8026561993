// SPDX-License-Identifier: MIT
// `hone db merge`: what each file added, and which files were rejected or merged in part.
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

/// Merges the files into the database. A file that cannot be merged is reported, and the others are
/// still merged: Exit::environment. The readable part of a damaged file is merged: Exit::no. Ctrl-C
/// stops after the current file: Exit::interrupted.
MergeAnswer merge_files(const std::filesystem::path& database,
                        const std::vector<std::filesystem::path>& files);

}  // namespace hone::cli
