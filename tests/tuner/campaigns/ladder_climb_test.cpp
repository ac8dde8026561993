// SPDX-License-Identifier: MIT
// The steps of a ladder in order, their speedups, and the obstacles of a step.
#include "tuner/campaigns/ladder_climb.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

LadderClimb climb(MadeCampaign& made, const Space& space, const Problem& problem) {
    return climb_ladder({.measure = made.measure_options(), .command = MadeCampaign::command()},
                        made.here, space, problem, made.campaign());
}

}  // namespace

TEST_CASE("each step is timed, with its speedup over the one before") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) {
        return around(one, 32, 128, one.kernel == "wide" ? 100 : 700);
    };
    for (const Space& space : made.spaces) {
        const LadderClimb ladder = climb(made, space, made.problem(256));
        REQUIRE(ladder.steps.size() == 2);
        CHECK(ladder.any_timed());
        CHECK(ladder.steps[0].name == "small tiles");
        CHECK(ladder.gains()[0].over_last == 0);
        CHECK(ladder.gains()[1].over_last == Approx(2).epsilon(0.02));
        CHECK(ladder.gains()[1].over_first == Approx(2).epsilon(0.02));
        CHECK(made.store.run(ladder.run)->state == State::finished);
    }
}

TEST_CASE("where a step is not legal the nearest legal config is measured") {
    MadeCampaign made;
    const LadderClimb ladder = climb(made, made.spaces[0], made.problem(16));
    REQUIRE(ladder.steps.size() == 2);
    CHECK(ladder.steps[1].moved == std::vector<std::string>{"TILE=16 instead of 32"});
    CHECK(ladder.steps[1].time() > 0);
}

TEST_CASE("a kernel that cannot run the problem says why") {
    MadeCampaign made;
    const Problem problem = made.problem(256);
    made.spaces[0].precisions = {"f64"};
    CHECK(climb(made, made.spaces[0], problem).hindrance == "it does not compute in f32");
    made.spaces[1].ladder.clear();
    CHECK(climb(made, made.spaces[1], problem).hindrance == "its ladder has no step for f32");
    CHECK(made.store.runs().empty());
}

TEST_CASE("a step that is faster than the stored best is the best from then on") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) { return around(one, 32, 128); };
    made.tune(made.here, made.only("wide"), made.problem(256), "TILE == 16");
    climb(made, made.spaces[0], made.problem(256));
    made.check_best(made.here, made.problem(256), "wide TILE=32 WG=128");
}
