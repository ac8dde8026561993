// SPDX-License-Identifier: MIT
// A database of an older schema is merged into a new one in memory; the file stays unchanged.
#include "reports/evidence/sources.hpp"

#include "db/sqlite/schema.hpp"
#include "db/store/merge.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

bool is_older(const fs::path& file) {
    if (!fs::is_regular_file(file)) return false;
    // Includes the write-ahead log next to the file.
    Connection connection =
        open_database(file, Access::read, default_lock_timeout, Reading::as_stored);
    return version_of(connection) < static_cast<std::int64_t>(migrations().size());
}

}  // namespace

std::unique_ptr<Store> open_sources(const std::vector<fs::path>& files) {
    if (files.size() == 1 && !is_older(files.front()))
        return std::make_unique<Store>(files.front(), Access::read);
    auto all = std::make_unique<Store>(":memory:");
    for (const fs::path& file : files) merge(*all, file);
    return all;
}

}  // namespace hone
