// SPDX-License-Identifier: MIT
// Times of the host's clock and of a device's clock are kept apart, and are never compared.
#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tuner/campaigns/recheck.hpp"
#include "tuner/campaigns/transfer_check.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

/// Timed by its own clock, which is 1,000 times too fast; then by the host's.
struct TwoClocks : MadeCampaign {
    TwoClocks() {
        time = [this](const MadeCase& made) { return around(made, fastest_tile, 128, least_us); };
        by_host.clock = TimedBy::host;
    }

    std::vector<CheckedBest> check(const LocalDevice& device) {
        RecheckOptions options;
        options.measure = measure_options();
        for (const Space& space : spaces) options.spaces.emplace(space.name, space);
        options.command = command();
        return recheck(options, device, bests_of_device(options, device, store), campaign());
    }

    LocalDevice by_host = here;
    std::int64_t fastest_tile = 16;
    double least_us = 1;
};

}  // namespace

TEST_CASE("a run that the host times says so, and is apart from those of the device's clock") {
    TwoClocks made;
    const Problem problem = made.problem(256);
    made.tune(made.here, made.only("wide"), problem);
    made.fastest_tile = 32;
    made.least_us = 1000;
    made.tune(made.by_host, made.only("wide"), problem);
    const std::vector<Run> runs = made.store.runs();
    REQUIRE(runs.size() == 2);
    CHECK(std::ranges::count(runs, TimedBy::host, &Run::clock) == 1);
    CHECK(std::ranges::count(runs, TimedBy::device, &Run::clock) == 1);
    for (const Run& run : runs)
        CHECK((run.key.conditions.find("host") != std::string::npos) ==
              (run.clock == TimedBy::host));
    CHECK(made.store.bests().size() == 2);
}

TEST_CASE("an application gets what the clock says that timed the problem last") {
    TwoClocks made;
    const Problem problem = made.problem(256);
    made.tune(made.here, made.only("wide"), problem);
    CHECK(made.answer(made.here, problem) == "wide TILE=16 WG=128");
    made.fastest_tile = 32;
    made.least_us = 1000;
    made.tune(made.by_host, made.only("wide"), problem);
    CHECK(made.answer(made.here, problem) == "wide TILE=32 WG=128");
}

TEST_CASE("a check does not compare times of two clocks") {
    TwoClocks made;
    made.tune(made.here, made.only("wide"), made.problem(256));
    REQUIRE(made.check(made.here).size() == 1);
    CHECK(made.check(made.here)[0].obstacle.empty());
    const std::vector<CheckedBest> checked = made.check(made.by_host);
    REQUIRE(checked.size() == 1);
    CHECK(checked[0].obstacle ==
          "it was timed by the device's clock, and the host's times it now: tune it again");
    CHECK_FALSE(checked[0].now);
}

TEST_CASE("a config of a device with another clock is tried all the same") {
    TwoClocks made;
    LocalDevice other = MadeCampaign::described("Other GPU");
    made.know_local_memory(other);
    other.clock = TimedBy::host;
    made.tune(other, made.only("wide"), made.problem(256), "TILE == 32");
    made.tune(made.here, made.only("wide"), made.problem(256), "TILE == 8");
    const auto transferred = check_transfer({.measure = made.measure_options(),
                                             .precision = "f32",
                                             .problems = {},
                                             .command = MadeCampaign::command()},
                                            {made.here}, made.only("wide"), made.campaign());
    REQUIRE(transferred.size() == 1);
    CHECK(transferred[0].from == "Other GPU");
}
