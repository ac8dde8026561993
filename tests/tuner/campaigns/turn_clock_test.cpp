// SPDX-License-Identifier: MIT
// Turns of a race end a little after their shares, and searches before others have waited long.
#include "tuner/campaigns/turn_clock.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using namespace std::chrono_literals;

namespace {

// From now, in whole seconds; all calls of a test are made within one.
std::chrono::seconds until(const std::optional<Deadline>& end) {
    return std::chrono::round<std::chrono::seconds>(*end - std::chrono::steady_clock::now());
}

}  // namespace

TEST_CASE("a race without an end in time has no deadlines") {
    const TurnClock clock(60s, false);
    CHECK(clock.turn(10s, 1, 20s).limit == 10s);
    CHECK_FALSE(clock.turn(10s, 1, 20s).end);
    CHECK_FALSE(clock.end());
    CHECK_FALSE(TurnClock(std::nullopt, false).limit());
}

TEST_CASE("the turns that are left share a third of the limit, but at least five seconds") {
    const TurnClock longer(600s, true);
    CHECK(until(longer.turn(100s, 1, 0s).end) == 300s);
    CHECK(until(longer.turn(100s, 2, 0s).end) == 200s);
    CHECK(until(longer.end()) == 800s);
    const TurnClock shorter(6s, true);
    CHECK(until(shorter.turn(100s, 1, 0s).end) == 105s);
    CHECK(until(shorter.end()) == 11s);
}

TEST_CASE("while no config has run, a turn ends later") {
    const TurnClock clock(600s, true);
    const SessionTurn turn = clock.turn(100s, 1, 20s);
    CHECK(turn.for_first_result == 20s);
    CHECK(until(turn.end) == 320s);
}

TEST_CASE("a search ends after twice its share, the finals like any turn") {
    const TurnClock clock(600s, true);
    CHECK(until(clock.part_of_turn(SessionTurn::Part::search, 50s, 1, 20s).end) == 120s);
    CHECK(until(clock.part_of_turn(SessionTurn::Part::search, 0s, 1, 20s).end) == 21s);
    CHECK(until(clock.part_of_turn(SessionTurn::Part::finals, 50s, 1, 20s).end) == 270s);
    CHECK(clock.part_of_turn(SessionTurn::Part::finals, 50s, 1, 0s).part ==
          SessionTurn::Part::finals);
}
