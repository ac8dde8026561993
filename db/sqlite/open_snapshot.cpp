// SPDX-License-Identifier: MIT
// A process that starts to write after has_log() changes the modification time, which stamps()
// detects.
#include "db/sqlite/open_snapshot.hpp"

#include <chrono>
#include <system_error>

#include "db/sqlite/log_beside.hpp"
#include "db/sqlite/schema.hpp"

namespace hone::lookup {
namespace {

namespace fs = std::filesystem;

// With a rollback journal, as on network file systems, a commit locks out all readers.
constexpr std::chrono::seconds lock_timeout{1};

// An application never waits longer for a file, even a malicious one.
constexpr std::chrono::seconds reading_limit{30};

Connection limited(Connection connection) {
    connection.limits().limit_time(reading_limit);
    return connection;
}

}  // namespace

Connection open_shared(const fs::path& file) {
    return limited(open_database(file, Access::read, lock_timeout));
}

Connection open_snapshot(const fs::path& file) {
    std::error_code error;
    const bool readable = fs::is_regular_file(file, error) && fs::file_size(file, error) > 0;
    if (!readable || has_log(file)) return open_shared(file);
    return limited(open_database(file, Access::unchanging, lock_timeout));
}

std::vector<Stamp> stamps(const std::vector<fs::path>& files) {
    std::vector<Stamp> all;
    for (const fs::path& file : files) {
        std::error_code error;
        const std::pair stamp{fs::last_write_time(file, error), fs::file_size(file, error)};
        all.push_back(has_log(file) ? std::nullopt : Stamp(stamp));
    }
    return all;
}

}  // namespace hone::lookup
