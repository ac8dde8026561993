// SPDX-License-Identifier: MIT
// Opens a database in steps: check the path, check the file, choose the journal mode, migrate. Each
// step reports its failure in one line.
#include <fcntl.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "db/sqlite/known_schema.hpp"
#include "db/sqlite/log_beside.hpp"
#include "db/sqlite/schema.hpp"
#include "spaces/base/file_kind.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view another = "name another with --db or HONE_DB";

// File systems on which SQLite's write-ahead log does not work, because its readers must share
// memory: NFS, SMB in three kinds, Coda, AFS, Lustre, GPFS, BeeGFS, CephFS, 9P, FUSE.
constexpr std::array<unsigned long, 12> network_file_systems{
    0x6969,     0x517b,     0xff534d42, 0xfe534d42, 0x73757245, 0x5346414f,
    0x0bd00bd0, 0x47504653, 0x19830326, 0x00c36400, 0x01021997, 0x65735546};

bool in_memory(const fs::path& file) {
    return file == ":memory:";
}

bool on_network(const fs::path& file) {
    struct statfs system {};
    if (statfs(file.c_str(), &system) != 0) return false;
    const auto type = static_cast<unsigned long>(system.f_type) & 0xffffffff;
    return std::find(network_file_systems.begin(), network_file_systems.end(), type) !=
           network_file_systems.end();
}

void make_folder_of(const fs::path& file) {
    if (!file.has_parent_path()) return;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error)
        throw StoreError(
            "cannot create the folder " + file.parent_path().string() + ": " + error.message(),
            std::string(another));
}

/// Only regular files are opened: reading a FIFO or a device may never end.
void refuse_other_kinds(const fs::path& file) {
    for (const char* part : {"", "-wal", "-shm", "-journal"}) {
        std::error_code error;
        const std::string_view kind = special_kind(fs::status(file.string() + part, error));
        if (!kind.empty())
            throw StoreError(
                file.string() + part + " is a " + std::string(kind) + ", not a database",
                std::string(another));
    }
}

void look_at_path(const fs::path& file, Access access) {
    std::error_code error;
    refuse_other_kinds(file);
    if (access == Access::write) return make_folder_of(file);
    if (!fs::exists(file, error))
        throw StoreError("there is no database at " + file.string(),
                         "`hone tune` creates one; or " + std::string(another));
}

/// The identity of a file by its header and schema.
struct Mark {
    std::int64_t application, version;
    std::vector<SchemaObject> objects;

    bool is_fresh() const { return application == 0 && version == 0 && objects.empty(); }
};

/// Reads in one transaction, because another program may be creating the database.
Mark mark_of(Connection& connection) {
    connection.run("BEGIN");
    const std::int64_t application = connection.integer("PRAGMA application_id");
    const std::int64_t version = connection.integer("PRAGMA user_version");
    std::vector<SchemaObject> objects = schema_objects(connection);
    connection.run("COMMIT");
    return {application, version, std::move(objects)};
}

/// Throws unless the file is a hone database of a known version, or a new one.
void check(const Mark& mark, const Connection& connection, Access access, Reading reading) {
    const std::string file = connection.file().string();
    const auto known = static_cast<std::int64_t>(migrations().size());
    if (!mark.is_fresh() && mark.application != application_id)
        throw StoreError(file + " is the SQLite database of another program", std::string(another));
    if (mark.version > known)
        throw StoreError(file + " has schema version " + std::to_string(mark.version) +
                             "; this hone reads versions up to " + std::to_string(known),
                         "use a newer hone, or " + std::string(another));
    const std::int64_t oldest = reading == Reading::as_today ? oldest_readable : 1;
    if (access != Access::write && mark.version < oldest)
        throw StoreError(file + (mark.is_fresh() ? " is empty" : " has an older schema"),
                         "any command that writes, such as `hone tune`, updates it");
    refuse_foreign_objects(connection, mark.version, mark.objects);
}

/// With the write-ahead log, readers are not blocked by a writer. If it is not available, the
/// rollback journal stays, which is slower and equally safe.
void choose_journal(Connection& connection) {
    // Rows are on the disk when add() returns, even after a power loss. With the rollback journal,
    // this needs a synchronized deletion of the journal.
    connection.run("PRAGMA synchronous = EXTRA");
    const bool network = !in_memory(connection.file()) && on_network(connection.file());
    try {
        connection.text(network ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL");
    } catch (const StoreError&) {
        // Another program keeps the file open in its present mode, which is acceptable.
    }
}

bool has_todays_views(const Mark& mark) {
    return mark.version == static_cast<std::int64_t>(migrations().size()) &&
           has_own_views(mark.objects);
}

/// The tables for applications were derived from other views, so they must be rebuilt.
void renew_views(Connection& connection) {
    Transaction transaction(connection);
    remake_views(connection);
    connection.run(query_text("tuned_behind_set"));
    transaction.commit();
}

void make_writable(Connection& connection) {
    if (connection.read_only())
        throw StoreError(connection.file().string() + " cannot be written",
                         "check its permissions, or " + std::string(another));
    choose_journal(connection);
    migrate(connection, migrations());
    if (!has_todays_views(mark_of(connection))) renew_views(connection);
    connection.run("PRAGMA foreign_keys = ON");
}

/// Checking an intact file never takes longer.
constexpr std::chrono::seconds looking_limit{10};

Connection open_as(const fs::path& file, Access access, std::chrono::milliseconds lock_timeout,
                   Reading reading) {
    Connection connection(file, access);
    connection.wait_for_locks(lock_timeout);
    connection.limits().limit_time(lock_timeout + looking_limit);
    const Mark mark = mark_of(connection);
    check(mark, connection, access, reading);
    if (access != Access::write && reading == Reading::as_today) {
        read_as_today(connection);
        if (!has_todays_views(mark)) make_own_views(connection);
    }
    connection.limits().limit_time({});
    connection.limits().renew();
    return connection;
}

/// Whether the folder is read-only. Then no process can write the database, because the folder
/// admits no lock and no log.
bool is_in_fixed_folder(const fs::path& file) {
    const fs::path folder = fs::absolute(file).parent_path();
    return faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) != 0;
}

/// SQLite plays back the journal of a killed writer when it opens the file for writing.
void play_back(const fs::path& file, std::chrono::milliseconds lock_timeout) {
    Connection connection(file, Access::write);
    connection.wait_for_locks(lock_timeout);
    connection.integer("PRAGMA user_version");
}

/// Opens a database in a read-only folder. Rejects one with a journal or log, which cannot be
/// played back here: its content would be misread.
Connection open_fixed(const fs::path& file, std::chrono::milliseconds lock_timeout,
                      Reading reading) {
    // A write-ahead log needs a file beside the database even for reading.
    if (!has_log(file)) return open_as(file, Access::unchanging, lock_timeout, reading);
    throw StoreError(
        file.string() + " was left half written, and its folder cannot be written",
        "open it once with `hone db check` where its folder can be written, or copy it "
        "with its -journal and -wal");
}

}  // namespace

Connection open_database(const fs::path& file, Access access,
                         std::chrono::milliseconds lock_timeout, Reading reading) {
    if (!in_memory(file)) look_at_path(file, access);
    if (access == Access::write) {
        Connection connection = open_as(file, access, lock_timeout, reading);
        make_writable(connection);
        return connection;
    }
    try {
        return open_as(file, access, lock_timeout, reading);
    } catch (const StoreError&) {
        if (is_in_fixed_folder(file)) return open_fixed(file, lock_timeout, reading);
        if (!has_journal(file)) throw;
        play_back(file, lock_timeout);
        return open_as(file, access, lock_timeout, reading);
    }
}

}  // namespace hone
