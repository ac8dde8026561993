// SPDX-License-Identifier: MIT
// What the statements of a connection may take. Steps of SQLite's machine are the same on a slow and on a
// busy computer, and an honest database needs few for each of its bytes. One whose pages lead to each
// other again and again has rows without end.
#pragma once

#include <chrono>
#include <cstdint>

struct sqlite3;

namespace hone {

/// The most steps between two commits, for databases of so many bytes.
std::int64_t most_steps(std::int64_t bytes);

/// Watches a connection, which it outlives.
class Limits {
  public:
    explicit Limits(sqlite3* handle);
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;

    /// How long its statements may take from now on, waiting for locks included; zero: for ever.
    void limit_time(std::chrono::milliseconds limit);
    /// Counts anew, for the databases that it has now.
    void renew();
    /// A statement is about to start: it may read what was written before.
    void start();
    /// The largest part of the steps between two commits that was taken so far.
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
    std::int64_t changed_rows_ = 0;  // until the last commit
    bool may_have_grown_ = false;    // since its size was measured
    double largest_part_ = 0;
};

}  // namespace hone
