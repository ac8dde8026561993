// SPDX-License-Identifier: MIT
// What is known, what was tried, and the fastest of it.
#include "tuner/session/trial_history.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

Trial of(double median, Outcome outcome = Outcome::ok) {
    Trial trial;
    trial.outcome = outcome;
    trial.time.median = median;
    return trial;
}

}  // namespace

TEST_CASE("what an earlier run knows is no best of this one before it is counted") {
    Ledger ledger;
    ledger.know({1}, of(10));
    CHECK(ledger.knows({1}));
    CHECK_FALSE(ledger.knows({2}));
    CHECK(ledger.tried() == 0);
    CHECK_FALSE(ledger.best());
    CHECK(ledger.count({1}, true).time.median == 10);
    CHECK(ledger.count({1}, true).time.median == 10);
    CHECK(ledger.tried() == 1);
    CHECK(ledger.recalled() == 1);
    CHECK(ledger.best()->time.median == 10);
}

TEST_CASE("outcomes are counted, and only what ran can be the fastest") {
    Ledger ledger;
    ledger.know({1}, of(0, Outcome::wrong));
    ledger.count({1});
    ledger.know({2}, of(20));
    ledger.count({2});
    ledger.know({3}, of(30));
    ledger.count({3});
    CHECK(ledger.best()->time.median == 20);
    CHECK(ledger.outcomes() ==
          std::map<Outcome, std::size_t>{{Outcome::ok, 2}, {Outcome::wrong, 1}});
    CHECK(ledger.recalled() == 0);
}

TEST_CASE("what was measured again and is slower gives way to the next") {
    Ledger ledger;
    for (std::uint16_t i = 1; i <= 3; ++i) {
        ledger.know({i}, of(10 * i));
        ledger.count({i});
    }
    ledger.know({1}, of(25));
    CHECK(ledger.best()->time.median == 20);
    ledger.know({2}, of(0, Outcome::timeout));
    CHECK(ledger.best()->time.median == 25);
    ledger.know({4}, of(1));
    CHECK(ledger.best()->time.median == 25);
}
