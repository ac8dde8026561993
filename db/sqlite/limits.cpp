// SPDX-License-Identifier: MIT
// The limits follow from the needs of the largest valid databases: see
// tests/db/sqlite/limits_test.cpp.
#include "db/sqlite/limits.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace hone {
namespace {

using std::chrono::steady_clock;

constexpr int steps_between_looks = 20'000;
constexpr std::int64_t steps_at_least = 10'000'000;
constexpr std::int64_t steps_per_byte = 50;
constexpr std::int64_t steps_at_most = 100'000'000'000;  // half an hour

std::int64_t looks_at(std::int64_t bytes) {
    return most_steps(bytes) / steps_between_looks;
}

// Includes attached databases and uncommitted pages.
constexpr const char* bytes_of_all =
    "SELECT sum(page_count * page_size) FROM pragma_database_list AS d "
    "JOIN pragma_page_count AS p ON p.schema = d.name "
    "JOIN pragma_page_size AS s ON s.schema = d.name";

/// 0 if the size cannot be read; the next statement reports the error better.
std::int64_t bytes_of(sqlite3* handle) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle, bytes_of_all, -1, &statement, nullptr);
    const bool is_known = statement && sqlite3_step(statement) == SQLITE_ROW;
    const std::int64_t bytes = is_known ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return bytes;
}

}  // namespace

std::int64_t most_steps(std::int64_t bytes) {
    const std::int64_t limited = std::clamp<std::int64_t>(bytes, 0, steps_at_most / steps_per_byte);
    return std::min(steps_at_least + limited * steps_per_byte, steps_at_most);
}

Limits::Limits(sqlite3* handle) : handle_(handle), most_looks_(looks_at(0)) {
    sqlite3_progress_handler(handle, steps_between_looks, look, this);
    sqlite3_commit_hook(handle, commit, this);
}

void Limits::limit_time(std::chrono::milliseconds limit) {
    deadline_ = limit.count() > 0 ? steady_clock::now() + limit : steady_clock::time_point::max();
}

void Limits::renew() {
    count_anew();
    measure();
}

void Limits::start() {
    // A database is not measured while it is read: a copy of endless rows would grow and raise its
    // own limit for ever.
    if (may_have_grown_ && !is_reading()) measure();
}

double Limits::largest_part() const {
    return largest_part_;
}

int Limits::look(void* limits) {
    auto& now = *static_cast<Limits*>(limits);
    ++now.looks_;
    now.may_have_grown_ = now.may_have_grown_ || now.has_written();
    now.largest_part_ = std::max(
        now.largest_part_, static_cast<double>(now.looks_) / static_cast<double>(now.most_looks_));
    const bool has_deadline = now.deadline_ != steady_clock::time_point::max();
    const bool is_late = has_deadline && steady_clock::now() > now.deadline_;
    return is_late || now.looks_ > now.most_looks_ ? 1 : 0;
}

// Each commit starts a new count: a tuning session runs for days and commits completed work.
int Limits::commit(void* limits) {
    auto& now = *static_cast<Limits*>(limits);
    if (now.has_written()) now.count_anew();
    return 0;
}

void Limits::count_anew() {
    looks_ = 0;
    changed_rows_ = sqlite3_total_changes64(handle_);
    may_have_grown_ = true;
}

bool Limits::has_written() const {
    return sqlite3_total_changes64(handle_) != changed_rows_;
}

bool Limits::is_reading() const {
    for (sqlite3_stmt* each = sqlite3_next_stmt(handle_, nullptr); each;
         each = sqlite3_next_stmt(handle_, each))
        if (sqlite3_stmt_busy(each) != 0) return true;
    return false;
}

void Limits::measure() {
    may_have_grown_ = false;
    most_looks_ = std::max(most_looks_, looks_at(bytes_of(handle_)));
}

}  // namespace hone
