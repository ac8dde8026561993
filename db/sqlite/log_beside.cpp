// SPDX-License-Identifier: MIT
#include "db/sqlite/log_beside.hpp"

#include <system_error>

namespace hone {
namespace {

bool has_beside(const std::filesystem::path& file, const char* part) {
    std::error_code error;
    return std::filesystem::file_size(file.string() + part, error) > 0 && !error;
}

}  // namespace

bool has_journal(const std::filesystem::path& file) {
    return has_beside(file, "-journal");
}

bool has_log(const std::filesystem::path& file) {
    return has_beside(file, "-wal") || has_journal(file);
}

}  // namespace hone
