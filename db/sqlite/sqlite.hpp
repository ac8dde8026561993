// SPDX-License-Identifier: MIT
// SQLite in three small classes: a connection, a statement, a transaction. They own what they open
// and convert every error into a StoreError with a hint for the user.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/store_error.hpp"
#include "db/sqlite/limits.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace hone {

/// How a database file is opened: an unchanging one needs no lock and no file beside it.
enum class Access { read, write, unchanging };

/// An open database. Not thread-safe.
class Connection {
  public:
    /// Opens the file; Access::write creates a missing one.
    Connection(const std::filesystem::path& file, Access access);
    Connection(Connection&&) = default;
    /// Closes the present connection before its limits are destroyed, because SQLite calls them
    /// until then.
    Connection& operator=(Connection&& other) noexcept;

    /// Runs one or several statements without results.
    void run(std::string_view sql);
    /// The integer result of a query; 0 if it returns no row.
    std::int64_t integer(std::string_view sql);
    /// The text result of a query; empty if it returns no row.
    std::string text(std::string_view sql);
    /// Makes another database readable in this connection under a name, or removes it.
    void attach(const Connection& other, const std::string& name);
    void detach(const std::string& name);
    /// How long to wait for a lock of another process.
    void wait_for_locks(std::chrono::milliseconds lock_timeout);
    /// The limits for its statements.
    Limits& limits() { return *limits_; }
    /// Writes its content into a new file, page by page, so endless rows end.
    void copy_to(const std::filesystem::path& file);
    /// Whether the file can only be read, independent of how it was opened.
    bool read_only() const;
    /// Throws if the file is no longer at its path: rows written now would be lost.
    void require_unmoved() const;
    /// Whether a transaction is open.
    bool in_transaction() const;
    /// Rows that were added or changed since the connection was opened.
    std::int64_t total_changes() const;
    const std::filesystem::path& file() const { return file_; }

    /// Throws SQLite's latest error as a StoreError.
    [[noreturn]] void fail(int code) const;

  private:
    friend class Statement;
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::filesystem::path file_;
    std::string files_;  // including attached ones, for error messages
    Access access_;
    std::unique_ptr<Limits> limits_;  // must outlive the handle
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement: bind by name, step through the rows, read columns from 0.
class Statement {
  public:
    Statement(Connection& connection, std::string_view sql);

    Statement& bind(const char* name, std::int64_t value);
    Statement& bind(const char* name, double value);
    Statement& bind(const char* name, std::string_view value);
    Statement& bind_blob(const char* name, std::string_view bytes);
    /// Binds the parameter with this index, starting at 1, to a column of another statement's row,
    /// of any type.
    Statement& bind_value(int parameter, const Statement& row, int column);

    /// Moves to the next row. After the last row it returns false and is ready to run again.
    bool step();
    /// Runs a statement without results.
    void run();
    /// Runs a statement with one integer result; 0 if it returns no row.
    std::int64_t number();
    /// Runs a statement with one column of texts.
    std::vector<std::string> texts();
    /// Leaves the current row and clears the bindings.
    void reset();

    int columns() const;
    std::string_view name(int column) const;
    /// The column of this name. Throws unless there is exactly one.
    int column(std::string_view name) const;
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    /// Valid until the next step or reset.
    std::string_view text(int column) const;
    std::string_view blob(int column) const;
    /// Throws a StoreError about content of the file.
    [[noreturn]] void refuse(const std::string& what) const;

  private:
    int index(const char* name) const;
    void check(int code) const;

    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };
    Connection* connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// An atomic group of changes: everything is undone unless commit() is called. Inside another
/// transaction it joins that one.
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
