// SPDX-License-Identifier: MIT
// Columns are found by their names, in any order.
#include <catch2/catch.hpp>

#include "db/store/lookup_rows.hpp"
#include "db/store/store.hpp"

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
