// SPDX-License-Identifier: MIT
// SQLite in three small classes: a connection, a statement, a transaction. They own what they open
// and turn every refusal into a StoreError that a user can act on.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "db/model/store_error.hpp"
#include "db/sqlite/limits.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace hone {

/// How a database file is opened: an unchanging one needs no lock and no file beside it.
enum class Access { read, write, unchanging };

/// An open database. One thread at a time.
class Connection {
  public:
    /// Opens the file; Access::write makes a missing one.
    Connection(const std::filesystem::path& file, Access access);
    Connection(Connection&&) = default;
    /// Closes what was open here before its limits, which it asks until then, are gone.
    Connection& operator=(Connection&& other) noexcept;

    /// Runs one or several statements that answer nothing.
    void run(std::string_view sql);
    /// The whole number that a query answers with, or 0 where it answers nothing.
    std::int64_t integer(std::string_view sql);
    /// The text that a query answers with, or nothing.
    std::string text(std::string_view sql);
    /// Makes another database readable here, under a name, and lets it go.
    void attach(const Connection& other, const std::string& name);
    void detach(const std::string& name);
    /// How long to wait for another process that holds a lock.
    void wait_for_locks(std::chrono::milliseconds lock_timeout);
    /// What its statements may take.
    Limits& limits() { return *limits_; }
    /// Writes what it holds into a new file, page by page: no more than there are.
    void copy_to(const std::filesystem::path& file);
    /// Whether the file can only be read, however it was opened.
    bool read_only() const;
    /// Throws where the file is no longer where it was opened: what is written reaches nobody there.
    void require_unmoved() const;
    /// Whether a transaction is open.
    bool in_transaction() const;
    /// Rows that were added or changed since it was opened.
    std::int64_t total_changes() const;
    const std::filesystem::path& file() const { return file_; }

    /// Throws what SQLite has just refused, in words.
    [[noreturn]] void fail(int code) const;

  private:
    friend class Statement;
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::filesystem::path file_;
    std::string files_;  // with those that are attached, for who is told of a fault
    Access access_;
    std::unique_ptr<Limits> limits_;  // outlives the handle
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement: bind by name, step through the rows, read columns from 0 on.
class Statement {
  public:
    Statement(Connection& connection, std::string_view sql);

    Statement& bind(const char* name, std::int64_t value);
    Statement& bind(const char* name, double value);
    Statement& bind(const char* name, std::string_view value);
    Statement& bind_blob(const char* name, std::string_view bytes);
    /// Binds the parameter of this number, from 1 on, to what a row of another has, of whatever type.
    Statement& bind_value(int parameter, const Statement& row, int column);

    /// Moves to the next row; false, and ready for another start, when there is none.
    bool step();
    /// Runs a statement that answers nothing.
    void run();
    /// Runs a statement that answers one whole number: that, or 0 where there is no row.
    std::int64_t number();
    /// Forgets the row it stood at and what was bound.
    void reset();

    int columns() const;
    std::string_view name(int column) const;
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    /// Valid until the next step or reset.
    std::string_view text(int column) const;
    std::string_view blob(int column) const;

  private:
    int index(const char* name) const;
    void check(int code) const;

    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };
    Connection* connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// All or nothing: what happens until commit() is undone unless it is called. Inside another
/// transaction it is part of that one.
class Transaction {
  public:
    explicit Transaction(Connection& connection);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

  private:
    Connection& connection_;
    bool open_;
};

}  // namespace hone
