// SPDX-License-Identifier: MIT
// How long it may take to read a database, counted in steps of SQLite's machine: they are the same on a
// slow and on a busy computer, and an honest database needs few for each of its bytes. One whose pages
// lead to each other again and again has rows without end.
#pragma once

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// The most steps for all that a command asks of a database of so many bytes.
std::int64_t most_steps(std::int64_t bytes);

/// Limits what is asked of a database from now on: by its size, and that of what is read beside it.
void limit_reading(Connection& connection, std::int64_t bytes_beside = 0);

/// The same until its end, for who goes on to write.
class ReadingLimit {
  public:
    explicit ReadingLimit(Connection& connection, std::int64_t bytes_beside = 0);
    ~ReadingLimit();
    ReadingLimit(const ReadingLimit&) = delete;
    ReadingLimit& operator=(const ReadingLimit&) = delete;

  private:
    Connection& connection_;
};

/// The bytes of a database, its write-ahead log included.
std::int64_t bytes_of(Connection& connection);

}  // namespace hone
