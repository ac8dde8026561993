// SPDX-License-Identifier: MIT
// Makes a copy of a database for others. It has the measurements, but not who made them, on which
// host, and with which command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace hone {

struct ShareOptions {
    std::set<std::string> public_kernels;  // names; the sources of other kernels are not shared
    bool own_kernels = false;              // share the other kernels, too
};

struct SharedRows {
    std::int64_t runs = 0, trials = 0;
    std::int64_t kept_back = 0;  // runs that are not shared: kernel, or private names
};

/// Writes the copy. Throws a usage Error if the file exists, or if nothing is left to share.
SharedRows share_database(const std::filesystem::path& from, const std::filesystem::path& to,
                          const ShareOptions& options);

}  // namespace hone
