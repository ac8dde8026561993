// SPDX-License-Identifier: MIT
// Every kind of file that is not a database of hone, and every state of a file, has its own
// message.
#include <sqlite3.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "db/sqlite/schema.hpp"
#include "db/store/store.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using samples::Folder;
using std::filesystem::path;
using namespace std::chrono_literals;

namespace {

/// The error of opening it.
std::string refusal(const path& file, Access access = Access::write) {
    try {
        const Store store(file, access, 50ms);
    } catch (const StoreError& error) {
        CHECK_FALSE(error.hint().empty());
        return error.what();
    }
    return "opened";
}

/// Switches to a user without rights for its lifetime, since root may read and write everything.
class Nobody {
  public:
    Nobody() {
        if (geteuid() == 0 && seteuid(65534) != 0) FAIL("cannot step down");
    }
    ~Nobody() {
        if (getuid() == 0 && seteuid(0) != 0) FAIL("cannot step up again");
    }
    Nobody(const Nobody&) = delete;
    Nobody& operator=(const Nobody&) = delete;
};

void allow(const path& file, std::filesystem::perms permissions) {
    std::filesystem::permissions(file, permissions);
}

constexpr auto readable = std::filesystem::perms(0555);
constexpr auto usable = std::filesystem::perms(0777);

/// A database with some trials.
void fill(const path& file) {
    Store store(file);
    const Run run = store.start(samples::run(samples::key(store)));
    for (int tile = 0; tile < 200; ++tile) store.add(samples::trial(run.id, tile));
    store.end(run.id, State::finished);
}

}  // namespace

TEST_CASE("the views of another version are made anew by who writes") {
    const Folder folder;
    fill(folder / "hone.db");
    {
        Connection former(folder / "hone.db", Access::write);
        former.run("DROP VIEW quarantine");
        former.run(
            "CREATE VIEW quarantine AS SELECT r.device_id, r.kernel_id, t.config, 2 AS kills, "
            "0 AS at, '' AS why FROM run AS r JOIN trial AS t ON t.run_id = r.id");
    }
    const auto quarantined = [](Store& store) {
        const MeasurementKey key = samples::key(store);
        return store.quarantined(key.device, key.kernel, samples::config(16));
    };
    Store store(folder / "hone.db");
    CHECK_FALSE(quarantined(store));
}

TEST_CASE("a missing database is made for writing, with its folders, and missed for reading") {
    const Folder folder;
    CHECK(refusal(folder / "a/b/c.db") == "opened");
    CHECK(std::filesystem::exists(folder / "a/b/c.db"));
    CHECK_THAT(refusal(folder / "none.db", Access::read),
               Catch::StartsWith("there is no database at "));
    CHECK_FALSE(std::filesystem::exists(folder / "none.db"));
}

TEST_CASE("a name with every odd character opens") {
    const Folder folder;
    CHECK(refusal(folder / "a b?c#d%e&f=\xf0\x9f\x98\x80.db") == "opened");
    CHECK(std::filesystem::exists(folder / "a b?c#d%e&f=\xf0\x9f\x98\x80.db"));
}

TEST_CASE("a folder is no database") {
    const Folder folder;
    CHECK_THAT(refusal(folder / ""), Catch::EndsWith("is a folder, not a database"));
}

TEST_CASE("a folder that cannot be made is named") {
    const Folder folder;
    std::ofstream(folder / "file") << "text";
    CHECK_THAT(refusal(folder / "file/below/a.db"), Catch::StartsWith("cannot create the folder "));
}

TEST_CASE("a text is no database") {
    const Folder folder;
    std::ofstream(folder / "a.db") << std::string(5000, 'x');
    CHECK_THAT(refusal(folder / "a.db"), Catch::EndsWith("is not an SQLite database"));
    CHECK_THAT(refusal(folder / "a.db", Access::read),
               Catch::EndsWith("is not an SQLite database"));
}

TEST_CASE("an empty file becomes a database for writing only") {
    const Folder folder;
    std::ofstream(folder / "a.db").close();
    CHECK_THAT(refusal(folder / "a.db", Access::read), Catch::EndsWith("is empty"));
    CHECK(refusal(folder / "a.db") == "opened");
    CHECK(refusal(folder / "a.db", Access::read) == "opened");
}

TEST_CASE("the database of another program is left alone") {
    const Folder folder;
    {
        Connection other(folder / "tables.db", Access::write);
        other.run("CREATE TABLE mail (text)");
        Connection marked(folder / "marked.db", Access::write);
        marked.run("PRAGMA application_id = 1; PRAGMA user_version = 1");
    }
    for (const char* name : {"tables.db", "marked.db"})
        CHECK_THAT(refusal(folder / name),
                   Catch::EndsWith("is the SQLite database of another program"));
    Connection other(folder / "tables.db", Access::read);
    CHECK(other.integer("SELECT count(*) FROM sqlite_schema") == 1);
}

TEST_CASE("a newer schema asks for a newer hone, an older one for a command that writes") {
    const Folder folder;
    {
        Connection newer(folder / "newer.db", Access::write);
        migrate(newer, migrations());
        newer.run("PRAGMA user_version = 1000");
        Connection older(folder / "older.db", Access::write);
        migrate(older, migrations());
        older.run("PRAGMA user_version = 0");
    }
    CHECK_THAT(refusal(folder / "newer.db"),
               Catch::Contains("has schema version 1000; this hone reads"));
    CHECK_THAT(refusal(folder / "older.db", Access::read), Catch::EndsWith("has an older schema"));
}

TEST_CASE("a truncated database is damaged, and never crashes its reader") {
    const Folder folder;
    fill(folder / "a.db");
    const auto size = std::filesystem::file_size(folder / "a.db");
    REQUIRE(size > 20'000);
    for (const auto share :
         {size - 4096, size / 2, size / 4, std::uintmax_t{5000}, std::uintmax_t{100}}) {
        std::filesystem::copy_file(folder / "a.db", folder / "b.db",
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(folder / "b.db", share);
        std::string said = "nothing";
        try {
            Store store(folder / "b.db", Access::read);
            store.bests();
            for (const Run& run : store.runs()) store.trials(run.id);
        } catch (const StoreError& error) {
            said = error.what();
        }
        INFO(share);
        CHECK_THAT(said,
                   Catch::Contains("is damaged") || Catch::Contains("is not an SQLite database"));
    }
}

TEST_CASE("a locked database is waited for, then named as locked") {
    const Folder folder;
    fill(folder / "a.db");
    Connection holder(folder / "a.db", Access::write);
    holder.run("BEGIN IMMEDIATE");
    Store store(folder / "a.db", Access::write, 50ms);
    CHECK_THROWS_WITH(samples::key(store), Catch::EndsWith("is locked by another program"));
    CHECK(store.bests().size() == 1);
    holder.run("COMMIT");
    CHECK_NOTHROW(samples::key(store));
}

TEST_CASE("a database that goes away while it is written is missed at once") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run run = store.start(samples::run(samples::key(store)));
    CHECK_NOTHROW(store.add(samples::trial(run.id, 1)));
    std::filesystem::rename(folder / "a.db", folder / "b.db");
    CHECK_THROWS_WITH(store.add(samples::trial(run.id, 2)),
                      Catch::EndsWith("was moved or removed while it was written"));
    CHECK_THROWS_WITH(store.another_connection(),
                      Catch::EndsWith("was moved or removed while it was written"));
    CHECK_FALSE(std::filesystem::exists(folder / "a.db"));
}

TEST_CASE("a refusal of what is written is put down to the database that went away") {
    const Folder folder;
    Connection connection(folder / "a.db", Access::write);
    connection.run("CREATE TABLE run (id INTEGER PRIMARY KEY); INSERT INTO run VALUES (1)");
    const std::string again = "INSERT INTO run VALUES (1)";
    CHECK_THROWS_WITH(connection.run(again), Catch::Contains("UNIQUE constraint failed"));
    std::filesystem::remove(folder / "a.db");
    CHECK_THROWS_WITH(connection.run(again),
                      Catch::EndsWith("was moved or removed while it was written"));
}

TEST_CASE("a file that may only be read is read, and not written") {
    const Folder folder;
    fill(folder / "a.db");
    allow(folder / "a.db", readable);
    const Nobody nobody;
    CHECK(Store(folder / "a.db", Access::read).bests().size() == 1);
    CHECK_THAT(refusal(folder / "a.db"), Catch::EndsWith("cannot be written"));
}

TEST_CASE("a database in a folder that may only be read is read") {
    const Folder folder;
    fill(folder / "shipped/a.db");
    allow(folder / "shipped/a.db", readable);
    allow(folder / "shipped", readable);
    {
        const Nobody nobody;
        Store store(folder / "shipped/a.db", Access::read);
        CHECK(store.bests().size() == 1);
    }
    allow(folder / "shipped", usable);
}

TEST_CASE("a store for reading cannot be written") {
    const Folder folder;
    fill(folder / "a.db");
    Store store(folder / "a.db", Access::read);
    CHECK_THROWS_WITH(store.add(Kernel{"a", "b", "c", "d"}), Catch::EndsWith("cannot be written"));
}

TEST_CASE("writing uses the write-ahead log, or goes on in the mode that another program holds") {
    const Folder folder;
    fill(folder / "a.db");
    CHECK(Store(folder / "a.db").connection().text("PRAGMA journal_mode") == "wal");
    Connection holder(folder / "a.db", Access::write);
    holder.run("PRAGMA journal_mode = DELETE");
    holder.run("BEGIN; SELECT count(*) FROM run");
    Store store(folder / "a.db", Access::write, 50ms);
    CHECK(store.connection().text("PRAGMA journal_mode") == "delete");
    CHECK(store.bests().size() == 1);
}
