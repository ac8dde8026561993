// SPDX-License-Identifier: MIT
// A database whose pages refer to each other has endless rows, although its schema is valid. Its
// readers get an error, and honest databases are far from the limit.
#include "db/sqlite/limits.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <sstream>

#include "db/sqlite/schema.hpp"
#include "db/store/check_database.hpp"
#include "db/store/forget.hpp"
#include "db/store/garbage_collect.hpp"
#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

std::string bytes_of_file(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

void put_number(std::string& bytes, std::size_t at, std::size_t value, int count) {
    for (int i = 0; i < count; ++i)
        bytes.at(at + static_cast<std::size_t>(i)) =
            static_cast<char>(value >> (8 * static_cast<unsigned>(count - 1 - i)));
}

/// An interior page of a table: a hundred children, which are all the same page.
std::string page_above(std::size_t child, std::size_t page_size) {
    constexpr std::size_t children = 100;
    constexpr std::size_t header = 12;
    constexpr std::size_t cell = 5;
    std::string page(page_size, '\0');
    page[0] = 5;
    put_number(page, 3, children, 2);
    put_number(page, 5, page_size - children * cell, 2);
    put_number(page, 8, child, 4);
    for (std::size_t i = 0; i < children; ++i) {
        const std::size_t at = page_size - (i + 1) * cell;
        put_number(page, header + 2 * i, at, 2);
        put_number(page, at, child, 4);
        page[at + 4] = static_cast<char>(i + 1);
    }
    return page;
}

/// Makes the rows of a table endless: its root refers a hundred times to the same page, and so on.
void make_endless(const fs::path& file, const std::string& table) {
    constexpr int levels = 12;
    std::size_t root = 0;
    std::size_t page_size = 0;
    {
        Connection connection(file, Access::write);
        connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
        root = static_cast<std::size_t>(connection.integer(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'"));
        page_size = static_cast<std::size_t>(connection.integer("PRAGMA page_size"));
    }
    std::string bytes = bytes_of_file(file);
    const std::size_t at = (root - 1) * page_size;
    REQUIRE(bytes.at(at) == 13);  // one leaf
    bytes += bytes.substr(at, page_size);
    for (int level = 0; level < levels; ++level)
        bytes += page_above(bytes.size() / page_size, page_size);
    bytes.replace(at, page_size, page_above(bytes.size() / page_size, page_size));
    put_number(bytes, 28, bytes.size() / page_size, 4);
    std::ofstream(file, std::ios::binary) << bytes;
}

struct Endless {
    explicit Endless(const std::string& table, bool is_older = false) {
        {
            Store store(file);
            tune(store, gpu(), product(), size(256, 256, 256), 16);
        }
        if (is_older) make_version_4(file);
        make_endless(file, table);
    }

    Folder folder;
    fs::path file = folder / "endless.db";
};

/// The error message; empty if there was none.
std::string refusal_of(const std::function<void()>& ask) {
    try {
        ask();
    } catch (const StoreError& error) {
        return error.what();
    }
    return "";
}

/// Takes a sixth to a third of the smallest database's step limit.
void take_steps(Connection& connection) {
    connection.integer(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 150000) "
        "SELECT count(i) FROM n");
}

/// The steps of SQLite's virtual machine for a query.
std::set<std::string> opcodes(Connection& connection, std::string_view sql) {
    Statement steps(connection, "EXPLAIN " + std::string(sql));
    std::set<std::string> all;
    while (steps.step()) all.emplace(steps.text(1));
    return all;
}

/// All queries of the commands.
void ask_all(Store& store) {
    contents(store);
    faults(store);
    store.bests();
    store.devices();
    store.kernels();
    store.runs();
    store.covers();
    Statement& trials = store.query("trials");
    while (trials.step()) continue;
}

}  // namespace

TEST_CASE("rows without end are a database that takes too long to read") {
    const std::string table = GENERATE("trial", "run", "kernel");
    const Endless damaged(table);
    INFO(table);
    CHECK(fs::file_size(damaged.file) < 400'000);
    const auto reads = [&](const auto& ask) {
        return refusal_of([&] {
            Store store(damaged.file, Access::read);
            ask(store);
        });
    };
    const std::string expected = damaged.file.string() + " takes too long to read";
    reads([](Store& store) { contents(store); });  // by an index, which is finite
    CHECK(reads([](Store& store) {
              store.kernels(), store.runs();
              Statement& trials = store.query("trials");
              while (trials.step()) continue;
          }) == expected);
    const Folder folder;
    Store into(folder / "into.db");
    CHECK_THAT(refusal_of([&] { merge(into, damaged.file); }),
               Catch::Contains("takes too long to read") || Catch::Contains("is damaged"));
    CHECK(into.runs().empty());
    CHECK(fs::file_size(folder / "into.db") < 10'000'000);

    // The check continues with the next query, and each reports the limit.
    Store store(damaged.file, Access::read);
    const std::vector<std::string> found = faults(store);
    REQUIRE_FALSE(found.empty());
    CHECK_THAT(found.back(), Catch::Contains("takes too long to read"));
}

TEST_CASE("a copy of rows without end has no more pages than there are") {
    const Endless damaged("trial", true);
    const Folder folder;
    Store into(folder / "into.db");
    CHECK_FALSE(refusal_of([&] { merge(into, damaged.file); }).empty());
    CHECK(into.runs().empty());
}

TEST_CASE("honest databases need less than a tenth of what they may") {
    const std::string file =
        GENERATE("tests/db/recorded/h200-gemm-f32.db", "examples/reports/h200.db",
                 "examples/reports/xeon-16.db", "examples/reports/xeon-2.db");
    const Folder folder;
    fs::copy_file(fs::path(HONE_SOURCE_DIR) / file, folder / "a.db");
    INFO(file);
    Store store(folder / "a.db");
    ask_all(store);
    store.in_transaction([&] { store.refresh_tuned(); });
    CHECK(store.connection().limits().largest_part() > 0);
    CHECK(store.connection().limits().largest_part() < 0.1);
}

TEST_CASE("who writes into rows without end is told, and what was stored stays") {
    const std::string table = GENERATE("trial", "run", "kernel");
    const Endless damaged(table);
    INFO(table);
    const auto ends = [&](const auto& write) {
        const std::string said = refusal_of([&] {
            Store store(damaged.file);
            write(store);
        });
        CHECK((said.empty() || said == damaged.file.string() + " takes too long to read" ||
               said == damaged.file.string() + " is damaged"));
        return !said.empty();
    };
    int refusals = 0;
    refusals += ends([](Store& store) { store.recover(); });
    refusals += ends([](Store& store) { tune(store, gpu(), product(), size(512, 64, 64), 16); });
    refusals += ends([](Store& store) { store.in_transaction([&] { store.refresh_tuned(); }); });
    refusals += ends([](Store& store) { garbage_collect(store, 0, false); });
    refusals += ends([](Store& store) { forget(store, store.runs()); });
    CHECK(refusals > 0);
}

TEST_CASE("each commit allows as many steps again, but only where something was written") {
    Store store(":memory:");
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) {
        take_steps(store.connection());
        store.add(product(std::to_string(round)));
    }
    CHECK(store.connection().limits().largest_part() > 0.1);
    CHECK(store.connection().limits().largest_part() < 1);
    const std::string said = refusal_of([&] {
        for (int round = 0; round < rounds; ++round)
            store.in_transaction([&] { take_steps(store.connection()); });
    });
    CHECK(said == ":memory: takes too long to read");
}

TEST_CASE("what is written allows steps before its commit, but not while rows are read") {
    Store store(":memory:");
    Connection& connection = store.connection();
    connection.run("CREATE TABLE copy(row BLOB)");
    Statement insert(connection, "INSERT INTO copy VALUES (zeroblob(100000))");
    constexpr int rounds = 20;
    store.in_transaction([&] {
        for (int row = 0; row < rounds; ++row) insert.run();
        for (int round = 0; round < rounds; ++round) take_steps(connection);
    });
    CHECK(connection.limits().largest_part() < 1);

    const std::string said = refusal_of([&] {
        const Transaction transaction(connection);
        Statement rows(connection,
                       "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
                       "SELECT i FROM n LIMIT 1000");
        while (rows.step()) {
            insert.run();
            take_steps(connection);
        }
    });
    CHECK(said == ":memory: takes too long to read");
    CHECK(connection.integer("SELECT count(row) FROM copy") == rounds);
}

TEST_CASE("no query goes through a table in one step, in which nothing ends it") {
    Store store(":memory:");
    CHECK(opcodes(store.connection(), "SELECT count(*) FROM trial").contains("Count"));
    const Folder folder;
    const Store other(folder / "other.db");
    store.connection().run("ATTACH '" + (folder / "other.db").string() + "' AS other");
    for (const std::string_view name : query_names()) {
        INFO(name);
        CHECK_FALSE(opcodes(store.connection(), query_text(name)).contains("Count"));
    }
}

TEST_CASE("the limit grows with the file and ends") {
    CHECK(most_steps(0) >= 10'000'000);
    CHECK(most_steps(-1) == most_steps(0));
    CHECK(most_steps(1'000'000) > most_steps(1000));
    CHECK(most_steps(std::numeric_limits<std::int64_t>::max()) ==
          most_steps(std::int64_t{1} << 50));
}
