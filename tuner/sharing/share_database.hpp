// SPDX-License-Identifier: MIT
// A copy of a database for others: what was measured, without who measured it, where, and by which
// command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace hone {

struct ShareOptions {
    std::set<std::string> public_kernels;  // names; the texts of others stay here
    bool own_kernels = false;              // share these, too
};

struct SharedRows {
    std::int64_t runs = 0, trials = 0;
    std::int64_t kept_back = 0;  // runs of kernels that are not shared, or name this machine
};

/// Writes the copy. Throws a usage Error where the file exists, or nothing is left to share.
SharedRows share_database(const std::filesystem::path& from, const std::filesystem::path& to,
                          const ShareOptions& options);

}  // namespace hone
