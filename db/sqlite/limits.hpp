// SPDX-License-Identifier: MIT
// Limits for the statements of a connection. The number of steps of SQLite's virtual machine does
// not depend on the speed or load of the computer, and a valid database needs few steps per byte. A
// damaged one, whose pages form a cycle, has endless rows.
#pragma once

#include <chrono>
#include <cstdint>

struct sqlite3;

namespace hone {

/// The maximal number of steps between two commits, for databases of this size.
std::int64_t most_steps(std::int64_t bytes);

/// Watches a connection. It must outlive the connection.
class Limits {
  public:
    explicit Limits(sqlite3* handle);
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;

    /// Limits the time of its statements from now on, including waiting for locks; zero: no limit.
    void limit_time(std::chrono::milliseconds limit);
    /// Restarts the count, for the databases that are attached now.
    void renew();
    /// Call it before a statement starts, because the statement may read what was written before.
    void start();
    /// The largest share of the allowed steps between two commits that was used so far.
    double largest_part() const;

  private:
    static int look(void* limits);
    static int commit(void* limits);
    void count_anew();
    bool has_written() const;
    bool is_reading() const;
    void measure();

    sqlite3* handle_;
    std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
    std::int64_t looks_ = 0;  // since the last commit
    std::int64_t most_looks_;
    std::int64_t changed_rows_ = 0;  // at the last commit
    bool may_have_grown_ = false;    // since its size was measured
    double largest_part_ = 0;
};

}  // namespace hone
