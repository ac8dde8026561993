// SPDX-License-Identifier: MIT
// Malicious databases: endless views instead of tables, endless values, triggers, and special
// files.
#include <sqlite3.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

constexpr const char* endless =
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n, recipe)";

/// Changes a database by plain SQLite, which allows everything.
void attack(const fs::path& file, const std::string& sql) {
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    const int code = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
    INFO(sql << ": " << sqlite3_errmsg(handle));
    CHECK(code == SQLITE_OK);
    sqlite3_close(handle);
}

struct Attacked {
    explicit Attacked(const std::string& sql) {
        {
            Store store(file);
            tune(store, gpu(), product(), size(256, 256, 256), 16);
        }
        attack(file, sql);
    }

    /// The message of each way of opening it.
    std::vector<std::string> refusals() const {
        std::vector<std::string> all;
        const auto note = [&](const auto& open) {
            try {
                open();
                all.emplace_back("opened");
            } catch (const StoreError& error) {
                all.emplace_back(error.what());
            }
        };
        note([&] { Store(file, Access::read); });
        note([&] { Store(file, Access::write); });
        note([&] {
            Store into(folder / "into.db");
            merge(into, file);
        });
        Tuned tuned({file});
        all.push_back(tuned.skipped().empty() ? "opened" : tuned.skipped().at(0).reason);
        return all;
    }

    Folder folder;
    fs::path file = folder / "a.db";
};

}  // namespace

TEST_CASE("a schema that hone did not make is refused by everyone who opens it") {
    const auto [sql, what] = GENERATE(table<std::string, std::string>({
        {"CREATE TRIGGER later AFTER INSERT ON trial BEGIN UPDATE kernel SET source = 'evil'; END",
         "trigger 'later'"},
        {std::string("DROP TABLE tuned; CREATE VIEW tuned AS SELECT * FROM ") + endless,
         "view 'tuned'"},
        {std::string("CREATE VIEW device_more AS SELECT * FROM ") + endless, "view 'device_more'"},
        {"DROP TABLE cover; CREATE TABLE cover (device_id, kernel_id, precision, config AS "
         "(hex(zeroblob(900000000))), problem, median_ns, best_ns, at, seal)",
         "table 'cover'"},
        {"ALTER TABLE recipe ADD COLUMN more TEXT AS (hex(zeroblob(900000000)))", "table 'recipe'"},
        {"CREATE TABLE notes (text)", "table 'notes'"},
        {"CREATE INDEX slow ON trial (hex(zeroblob(outcome)))", "index 'slow'"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'text      "
         "TEXT', 'text      BLOB') WHERE name = 'recipe'",
         "table 'recipe'"},
    }));
    const Attacked attacked(sql);
    for (const std::string& said : attacked.refusals())
        CHECK_THAT(said, Catch::Contains("has a " + what + " that hone did not make"));
}

TEST_CASE("a view of ours is ours, whatever the file says that it is") {
    const Attacked attacked(std::string("DROP VIEW best; CREATE VIEW best AS SELECT * FROM ") +
                            endless);
    for (const Access access : {Access::read, Access::write, Access::read}) {
        Store store(attacked.file, access);
        REQUIRE(store.bests().size() == 1);
        CHECK(faults(store).empty());
    }
    for (const std::string& said : attacked.refusals()) CHECK(said == "opened");
}

TEST_CASE("an older schema has no views that count") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 16);
    }
    make_version_4(folder / "a.db");
    for (const char* view : {"best", "disproved", "chosen"})
        attack(folder / "a.db", std::string("DROP VIEW ") + view + "; CREATE VIEW " + view +
                                    " AS SELECT * FROM " + endless);
    for (const Access access : {Access::read, Access::write})
        CHECK(Store(folder / "a.db", access).bests().size() == 1);
}

TEST_CASE("what is made differently by another SQLite, or commented, is still ours") {
    const Attacked attacked(
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE probe', 'CREATE TABLE  "
        "\"probe\" -- what was asked\n') WHERE name = 'probe'; ANALYZE");
    for (const std::string& said : attacked.refusals()) CHECK(said == "opened");
}

TEST_CASE("a statement ends when its time is over") {
    Store store(":memory:");
    store.connection().limits().limit_time(std::chrono::milliseconds(50));
    const std::string sql = std::string("SELECT count(*) FROM ") + endless;
    store.add(product());
    CHECK_THROWS_WITH(store.connection().integer(sql), Catch::Contains("takes too long"));
    store.connection().limits().limit_time({});
    CHECK(store.connection().integer("SELECT count(*) FROM kernel") == 1);
}

TEST_CASE("a value has a length that memory holds") {
    Store store(":memory:");
    CHECK_THROWS_WITH(store.connection().text("SELECT hex(zeroblob(60000000))"),
                      Catch::Contains("too large"));
}

TEST_CASE("a FIFO, a device or a folder is refused by its kind at once, also behind a link") {
    const auto [make, kind] = GENERATE(table<void (*)(const fs::path&), std::string>({
        {[](const fs::path& at) { REQUIRE(mkfifo(at.c_str(), 0600) == 0); }, "FIFO"},
        {[](const fs::path& at) { fs::create_symlink("/dev/zero", at); }, "device"},
        {[](const fs::path& at) { fs::create_directory(at); }, "folder"},
    }));
    const std::string part = GENERATE("a.db", "a.db-wal", "a.db-journal");
    const Folder folder;
    if (part != "a.db") Store store(folder / "a.db");
    fs::remove(folder / part);
    make(folder / part);
    fs::create_symlink(folder / "a.db", folder / "link.db");
    for (const char* name : {"a.db", "link.db"}) {
        if (name != part && part != "a.db" && name == std::string("link.db")) continue;
        const std::string said = " is a " + kind + ", not a database";
        for (const Access access : {Access::read, Access::write})
            CHECK_THROWS_WITH(Store(folder / name, access), Catch::EndsWith(said));
        Tuned tuned({folder / name});
        REQUIRE(tuned.skipped().size() == 1);
        CHECK_THAT(tuned.skipped()[0].reason, Catch::EndsWith(said));
        Store into(":memory:");
        CHECK_THROWS_WITH(merge(into, folder / name), Catch::EndsWith(said));
    }
}
