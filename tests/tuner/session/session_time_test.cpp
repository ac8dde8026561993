// SPDX-License-Identifier: MIT
// The division of the limit; a long preparation leaves the search its third.
#include "tuner/session/session_time.hpp"

#include <catch2/catch.hpp>
#include <thread>

using namespace hone;
using namespace std::chrono_literals;

TEST_CASE("without a limit nothing is over") {
    const SessionTime budget({}, true);
    CHECK_FALSE(budget.search_is_over());
    CHECK_FALSE(budget.audit_is_over());
    CHECK_FALSE(budget.all_is_over());
    CHECK_FALSE(budget.for_reference());
}

TEST_CASE("the search ends before the audit, and both before the limit") {
    SessionTime budget(1000ms, true);
    budget.begin_search();
    CHECK(*budget.for_reference() == 50ms);
    CHECK_FALSE(budget.search_is_over());
    std::this_thread::sleep_for(620ms);
    CHECK(budget.search_is_over());
    std::this_thread::sleep_for(200ms);
    CHECK(budget.audit_is_over());
    std::this_thread::sleep_for(200ms);
    CHECK(budget.all_is_over());
}

TEST_CASE("little is spent before the first turn") {
    CHECK_FALSE(SessionTime::to_prepare({}));
    CHECK(SessionTime::to_prepare(4s) == 500ms);
    CHECK(SessionTime::to_prepare(30min) == 1s);
}

TEST_CASE("a search that was prepared for longer than the limit has a third of it") {
    SessionTime budget(300ms, false);
    std::this_thread::sleep_for(310ms);
    budget.begin_search();
    CHECK(budget.all_is_over());
    CHECK_FALSE(budget.search_is_over());
    std::this_thread::sleep_for(110ms);
    CHECK(budget.search_is_over());
}
