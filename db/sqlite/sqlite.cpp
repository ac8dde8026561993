// SPDX-License-Identifier: MIT
// The wrapper of SQLite's C interface, and the table that explains its errors to a user.
#include "db/sqlite/sqlite.hpp"

#include <sqlite3.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "db/sqlite/sql_sha256.hpp"

namespace hone {
namespace {

struct Refusal {
    int code;
    std::string_view what;
    std::string_view hint;
};

constexpr std::string_view free_it = "wait for the other program, or end it";
constexpr Refusal refusals[] = {
    {SQLITE_BUSY, "is locked by another program", free_it},
    {SQLITE_LOCKED, "is locked by another program", free_it},
    {SQLITE_PROTOCOL, "cannot be locked",
     "network file systems often cannot; use a local path with --db"},
    {SQLITE_READONLY, "cannot be written", "check its permissions, or name another with --db"},
    {SQLITE_PERM, "may not be opened", "check its permissions, or name another with --db"},
    {SQLITE_AUTH, "may not be opened", "check its permissions, or name another with --db"},
    {SQLITE_CANTOPEN, "cannot be opened",
     "check the path and its permissions, or name another with --db"},
    {SQLITE_NOTADB, "is not an SQLite database", "name another with --db"},
    {SQLITE_CORRUPT, "is damaged",
     "`hone db check` says what is lost; `hone db merge` copies what can be read into a new one"},
    {SQLITE_FULL, "cannot grow: the disk is full",
     "free some space; everything stored so far is safe"},
    {SQLITE_IOERR, "cannot be read or written", "check the disk"},
    {SQLITE_TOOBIG, "has or gets a value that is too large", ""},
    {SQLITE_INTERRUPT, "takes too long to read", "name another with --db or HONE_DB"},
};

StoreFault fault_of(int code) {
    if (code == SQLITE_CORRUPT) return StoreFault::damage;
    if (code == SQLITE_INTERRUPT) return StoreFault::endless;
    return code == SQLITE_CONSTRAINT ? StoreFault::content : StoreFault::other;
}

StoreError refusal(const std::string& file, int extended_code, const char* detail) {
    const int code = extended_code & 0xff;
    for (const Refusal& known : refusals)
        if (known.code == code)
            return StoreError(file + " " + std::string(known.what), std::string(known.hint),
                              fault_of(code));
    return StoreError(file + ": " + detail, {}, fault_of(code));
}

/// The file as a URI, because only a URI can have open options such as immutable.
std::string uri_of(const std::filesystem::path& file, Access access) {
    if (file == ":memory:") return file.string();
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        if (c == '?' || c == '#' || c == '%') {
            uri += '%';
            uri += "0123456789ABCDEF"[c >> 4];
            uri += "0123456789ABCDEF"[c & 15];
        } else {
            uri += c;
        }
    }
    constexpr std::array<std::string_view, 3> modes{"?mode=ro", "?mode=rwc",
                                                    "?mode=ro&immutable=1"};
    return uri.append(modes[static_cast<std::size_t>(access)]);
}

constexpr int longest_value = 64 << 20;     // bytes
constexpr int longest_statement = 1 << 20;  // bytes

/// Distrusts the file: its content must not run a trigger, change SQLite's own tables, or create
/// huge values. The schema stays trusted, because hone's constraints call json_valid(), which
/// SQLite 3.40 forbids otherwise. A foreign schema is never used.
void distrust(sqlite3* handle) {
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, longest_statement);
    sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
}

}  // namespace

void Connection::Close::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Connection::Connection(const std::filesystem::path& file, Access access)
    : file_(file), files_(file), access_(access) {
    sqlite3* handle = nullptr;
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(uri_of(file, access).c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail(code);
    limits_ = std::make_unique<Limits>(handle);
    distrust(handle);
    add_fingerprint(handle);
}

Connection& Connection::operator=(Connection&& other) noexcept {
    handle_ = std::move(other.handle_);
    limits_ = std::move(other.limits_);
    file_ = std::move(other.file_);
    files_ = std::move(other.files_);
    access_ = other.access_;
    return *this;
}

void Connection::fail(int code) const {
    // SQLite may have continued with a new file of the same name, which lacks the rows written
    // before.
    if (handle_ && access_ == Access::write) require_unmoved();
    throw refusal(files_, code, sqlite3_errmsg(handle_.get()));
}

void Connection::run(std::string_view sql) {
    limits_->start();
    const int code =
        sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::integer(std::string_view sql) {
    return Statement(*this, sql).number();
}

std::string Connection::text(std::string_view sql) {
    Statement statement(*this, sql);
    return statement.step() ? std::string(statement.text(0)) : std::string();
}

void Connection::attach(const Connection& other, const std::string& name) {
    Statement statement(*this, "ATTACH :file AS " + name);
    statement.bind(":file", uri_of(other.file_, other.access_)).run();
    files_ += " or " + other.file_.string();
    limits_->renew();
}

void Connection::detach(const std::string& name) {
    run("DETACH " + name);
    files_ = file_;
    limits_->renew();
}

void Connection::wait_for_locks(std::chrono::milliseconds lock_timeout) {
    sqlite3_busy_timeout(handle_.get(), static_cast<int>(lock_timeout.count()));
}

void Connection::copy_to(const std::filesystem::path& file) {
    const Connection copy(file, Access::write);
    sqlite3_backup* backup = sqlite3_backup_init(copy.handle_.get(), "main", handle_.get(), "main");
    if (!backup) copy.fail(sqlite3_errcode(copy.handle_.get()));
    const int code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE) fail(code);
}

bool Connection::read_only() const {
    return sqlite3_db_readonly(handle_.get(), "main") == 1;
}

void Connection::require_unmoved() const {
    int moved = 0;
    sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0)
        throw StoreError(file_.string() + " was moved or removed while it was written",
                         "restore it, or run the command again to start a new one");
}

bool Connection::in_transaction() const {
    return sqlite3_get_autocommit(handle_.get()) == 0;
}

std::int64_t Connection::total_changes() const {
    return sqlite3_total_changes64(handle_.get());
}

void Statement::Finalize::operator()(sqlite3_stmt* handle) const {
    sqlite3_finalize(handle);
}

Statement::Statement(Connection& connection, std::string_view sql) : connection_(&connection) {
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v2(connection.handle_.get(), sql.data(),
                                        static_cast<int>(sql.size()), &handle, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) connection.fail(code);
}

int Statement::index(const char* name) const {
    const int index = sqlite3_bind_parameter_index(handle_.get(), name);
    if (index == 0) throw std::logic_error(std::string("a query has no parameter ") + name);
    return index;
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) connection_->fail(code);
}

Statement& Statement::bind(const char* name, std::int64_t value) {
    check(sqlite3_bind_int64(handle_.get(), index(name), value));
    return *this;
}

Statement& Statement::bind(const char* name, double value) {
    check(sqlite3_bind_double(handle_.get(), index(name), value));
    return *this;
}

Statement& Statement::bind(const char* name, std::string_view value) {
    check(sqlite3_bind_text64(handle_.get(), index(name), value.empty() ? "" : value.data(),
                              value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind_blob(const char* name, std::string_view bytes) {
    check(sqlite3_bind_blob64(handle_.get(), index(name), bytes.empty() ? "" : bytes.data(),
                              bytes.size(), SQLITE_TRANSIENT));
    return *this;
}

Statement& Statement::bind_value(int parameter, const Statement& row, int column) {
    check(sqlite3_bind_value(handle_.get(), parameter,
                             sqlite3_column_value(row.handle_.get(), column)));
    return *this;
}

bool Statement::step() {
    if (sqlite3_stmt_busy(handle_.get()) == 0) connection_->limits_->start();
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    sqlite3_reset(handle_.get());
    if (code != SQLITE_DONE) connection_->fail(code);
    return false;
}

void Statement::run() {
    while (step()) continue;
}

std::int64_t Statement::number() {
    const std::int64_t answer = step() ? integer(0) : 0;
    reset();
    return answer;
}

std::vector<std::string> Statement::texts() {
    if (columns() != 1) throw std::logic_error("a query of texts must have one column");
    std::vector<std::string> all;
    while (step()) all.emplace_back(text(0));
    return all;
}

void Statement::reset() {
    sqlite3_reset(handle_.get());
    sqlite3_clear_bindings(handle_.get());
}

int Statement::columns() const {
    return sqlite3_column_count(handle_.get());
}

std::string_view Statement::name(int column) const {
    return sqlite3_column_name(handle_.get(), column);
}

int Statement::column(std::string_view name) const {
    std::optional<int> found;
    for (int column = 0; column < columns(); ++column) {
        if (this->name(column) != name) continue;
        if (found) throw StoreError("a query has two columns " + std::string(name));
        found = column;
    }
    if (!found) throw StoreError("a query has no column " + std::string(name));
    return *found;
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(handle_.get(), column);
}

std::string_view Statement::text(int column) const {
    const auto* bytes = sqlite3_column_text(handle_.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return {reinterpret_cast<const char*>(bytes), size};
}

std::string_view Statement::blob(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

void Statement::refuse(const std::string& what) const {
    throw StoreError(connection_->files_ + ": " + what);
}

Transaction::Transaction(Connection& connection)
    : connection_(connection), open_(!connection.in_transaction()) {
    // IMMEDIATE: waits for another writer here, and not in the middle of the transaction.
    if (open_) connection_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    // A failed statement may already have ended the transaction.
    if (!open_ || !connection_.in_transaction()) return;
    try {
        connection_.run("ROLLBACK");
    } catch (const StoreError&) {
        // SQLite rolls back when the file is next opened.
    }
}

void Transaction::commit() {
    if (!open_) return;
    connection_.run("COMMIT");
    open_ = false;
    connection_.require_unmoved();
}

}  // namespace hone
