// SPDX-License-Identifier: MIT
// Columns are found by their names, in any order.
#include <catch2/catch.hpp>

#include <set>

#include "db/sqlite/schema.hpp"
#include "db/store/lookup_rows.hpp"
#include "db/store/store.hpp"
#include "tests/db/samples.hpp"

using namespace hone;

namespace {

struct Tried {
    Outcome outcome = Outcome::ok;
    std::string why;
};
template <class Visit>
void fields(Tried& row, Visit& visit) {
    visit("outcome", row.outcome), visit("why", row.why);
}

}  // namespace

TEST_CASE("fields are read from the columns of their names") {
    Store store(":memory:");
    NamedRows<FailedFields> rows(store.connection(),
                                 "SELECT 'WG=64' AS config, 1 AS more, 'abc' AS kernel_id");
    const auto row = rows.next();
    REQUIRE(row);
    CHECK(row->kernel == "abc");
    CHECK(row->config == "WG=64");
    CHECK_FALSE(rows.next());
}

TEST_CASE("a word that its enumeration does not have is refused") {
    Store store(":memory:");
    const auto told = [&](const char* outcome) {
        NamedRows<Tried> rows(store.connection(),
                              std::string("SELECT 'why' AS why, '") + outcome + "' AS outcome");
        return rows.next().value();
    };
    CHECK(told("launch").outcome == Outcome::launch);
    CHECK(told("launch").why == "why");
    CHECK_THROWS_WITH(told("lunch"), Catch::Contains("unknown word 'lunch'"));
}

TEST_CASE("a query without a column that is asked for is refused by its name") {
    Store store(":memory:");
    CHECK_THROWS_WITH(NamedRows<FailedFields>(store.connection(), "SELECT 'abc' AS kernel_id"),
                      Catch::Contains("has no column config"));
}

TEST_CASE("a column whose name another has, too, is refused") {
    Store store(":memory:");
    CHECK_THROWS_WITH(
        NamedRows<FailedFields>(store.connection(),
                                "SELECT 'abc' AS kernel_id, 'A=1' AS config, 'A=2' AS config"),
        Catch::Contains("two columns config"));
}

TEST_CASE("the columns of a query have different names") {
    const samples::Folder folder;
    Store store(folder / "a.db");
    const Store other(folder / "b.db");
    store.connection().attach(Connection(folder / "b.db", Access::read), "other");
    for (const std::string_view query : query_names()) {
        const Statement& statement = store.query(query);
        std::set<std::string_view> names;
        for (int column = 0; column < statement.columns(); ++column) {
            INFO(query << ": " << statement.name(column));
            CHECK(names.insert(statement.name(column)).second);
        }
    }
}

TEST_CASE("a row is the same in any order of its columns") {
    Store store(":memory:");
    const Run run = store.start(samples::run(samples::key(store)));
    const Trial stored = store.add(samples::trial(run.id, 64));
    Statement forwards(store.connection(), "SELECT * FROM trial");
    std::string columns;
    for (int column = forwards.columns() - 1; column >= 0; --column)
        columns.append(columns.empty() ? "" : ", ").append(forwards.name(column));
    Statement backwards(store.connection(), "SELECT " + columns + " FROM trial");
    const auto trial = first<Trial>(backwards);
    REQUIRE(trial);
    CHECK(trial->id == stored.id);
    CHECK(id_of(*trial) == stored.id);
    CHECK(trial->time.median == stored.time.median);
    CHECK(trial->time.high == stored.time.high);
    CHECK(trial->bytes == stored.bytes);
}

TEST_CASE("an unknown word is an error that names the file, the column and the word") {
    const samples::Folder folder;
    Store store(folder / "a.db");
    const Run run = store.start(samples::run(samples::key(store)));
    store.add(samples::trial(run.id, 64));
    store.connection().run(
        "PRAGMA ignore_check_constraints = 1; UPDATE trial SET purpose = 'lunch'");
    CHECK_THROWS_WITH(store.trials(run.id),
                      Catch::Contains((folder / "a.db").string()) &&
                          Catch::Contains("the column purpose has the unknown word 'lunch'"));
}
