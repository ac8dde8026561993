// SPDX-License-Identifier: MIT
// The figures stand on what the largest honest databases needed: see tests/db/sqlite/reading_limit_test.cpp.
#include "db/sqlite/reading_limit.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr std::int64_t steps_at_least = 10'000'000;
constexpr std::int64_t steps_per_byte = 50;
constexpr std::int64_t steps_at_most = 100'000'000'000;  // half an hour

}  // namespace

std::int64_t most_steps(std::int64_t bytes) {
    const std::int64_t limited = std::clamp<std::int64_t>(bytes, 0, steps_at_most / steps_per_byte);
    return std::min(steps_at_least + limited * steps_per_byte, steps_at_most);
}

std::int64_t bytes_of(Connection& connection) {
    return connection.integer(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
}

void limit_reading(Connection& connection, std::int64_t bytes_beside) {
    connection.limit_steps(most_steps(bytes_of(connection) + bytes_beside));
}

ReadingLimit::ReadingLimit(Connection& connection, std::int64_t bytes_beside)
    : connection_(connection) {
    limit_reading(connection, bytes_beside);
}

ReadingLimit::~ReadingLimit() {
    connection_.limit_steps(0);
}

}  // namespace hone
