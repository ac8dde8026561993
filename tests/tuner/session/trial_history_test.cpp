// SPDX-License-Identifier: MIT
// The tried configs, the reused results, and the fastest of them.
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
    TrialHistory history;
    history.record({1}, of(10));
    CHECK(history.contains({1}));
    CHECK_FALSE(history.contains({2}));
    CHECK(history.tried() == 0);
    CHECK_FALSE(history.best());
    CHECK(history.mark_tried({1}, true).time.median == 10);
    CHECK(history.mark_tried({1}, true).time.median == 10);
    CHECK(history.tried() == 1);
    CHECK(history.reused() == 1);
    CHECK(history.best()->time.median == 10);
}

TEST_CASE("outcomes are counted, and only what ran can be the fastest") {
    TrialHistory history;
    history.record({1}, of(0, Outcome::wrong));
    history.mark_tried({1});
    history.record({2}, of(20));
    history.mark_tried({2});
    history.record({3}, of(30));
    history.mark_tried({3});
    CHECK(history.best()->time.median == 20);
    CHECK(history.outcomes() ==
          std::map<Outcome, std::size_t>{{Outcome::ok, 2}, {Outcome::wrong, 1}});
    CHECK(history.reused() == 0);
}

TEST_CASE("what was measured again and is slower gives way to the next") {
    TrialHistory history;
    for (std::uint16_t i = 1; i <= 3; ++i) {
        history.record({i}, of(10 * i));
        history.mark_tried({i});
    }
    history.record({1}, of(25));
    CHECK(history.best()->time.median == 20);
    history.record({2}, of(0, Outcome::timeout));
    CHECK(history.best()->time.median == 25);
    history.record({4}, of(1));
    CHECK(history.best()->time.median == 25);
}
