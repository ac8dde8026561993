// SPDX-License-Identifier: MIT
// One problem with two kernels: participation, the division of the budget, and the findings of an
// audit.
#include "tuner/campaigns/tune_problem.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

TEST_CASE("the budget is divided among the kernels that can run the problem") {
    MadeCampaign made;
    TuneOptions options = made.tune_options();
    options.max_evals = 9;
    options.time_limit = std::chrono::seconds(30);
    const Problem problem = made.problem(256);
    const auto shared = tasks_for(options, {made.here}, made.spaces, problem);
    REQUIRE(shared.tasks.size() == 2);
    for (const Task& task : shared.tasks) {
        CHECK(task.max_evals == 4);
        CHECK(task.time_limit == std::chrono::seconds(15));
        CHECK_FALSE(task.stops_when_converged);
    }
    made.spaces[0].precisions = {"f64"};
    const auto alone = tasks_for(options, {made.here}, made.spaces, problem);
    REQUIRE(alone.tasks.size() == 1);
    CHECK(alone.tasks[0].setup.space.name == "tall");
    CHECK(alone.tasks[0].max_evals == 9);
    REQUIRE(alone.skipped.size() == 1);
    CHECK(alone.skipped[0].first == "wide");
    CHECK(alone.skipped[0].second == "it does not compute in f32");
}

TEST_CASE("without a limit a search ends when little gain is expected") {
    MadeCampaign made;
    const auto planned =
        tasks_for(made.tune_options(), {made.here}, made.spaces, made.problem(256));
    REQUIRE(planned.tasks.size() == 2);
    CHECK(planned.tasks[0].stops_when_converged);
    CHECK(planned.tasks[0].time_limit == std::chrono::seconds(150));
}

TEST_CASE("the devices of a group share a task, and constraints narrow it") {
    MadeCampaign made;
    const LocalDevice twin = MadeCampaign::described("Test GPU");
    TuneOptions options = made.tune_options();
    options.where = [](const Space& space) -> std::vector<Constraint> {
        if (space.name != "wide") return {};
        Mistakes mistakes;
        return {{"TILE == 8", Expression::parse("TILE == 8", {"test"}, mistakes)}};
    };
    const auto planned = tasks_for(options, {made.here, twin}, made.spaces, made.problem(256));
    REQUIRE(planned.tasks.size() == 2);
    CHECK(planned.tasks[0].other_devices.size() == 1);
    CHECK(planned.tasks[0].where.size() == 1);
    CHECK(planned.tasks[1].where.empty());
}

TEST_CASE("the kernel with the fastest config wins") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) {
        return one.kernel == "wide" ? around(one, 16, 128, 2000) : around(one, 32, 128, 500);
    };
    const ProblemResult tuned = made.tune(made.here, made.spaces, made.problem(256));
    REQUIRE(tuned.results.size() == 2);
    REQUIRE(tuned.best());
    CHECK(tuned.best()->first.setup.space.name == "tall");
    made.check_best(made.here, made.problem(256), "tall TILE=32 WG=128");
    CHECK(made.answer(made.here, made.problem(256), "wide") == "wide TILE=16 WG=128");
}

TEST_CASE("a stopped campaign does not begin the next kernel") {
    MadeCampaign made;
    std::size_t measured = 0;
    made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++measured == 3) made.stop = true;
        return 1.0;
    };
    CHECK(made.tune(made.here, made.spaces, made.problem(256)).results.size() == 1);
}

TEST_CASE("where no kernel can run the problem there is no result") {
    MadeCampaign made;
    TuneOptions options = made.tune_options();
    options.time_limit = std::chrono::seconds(3);
    const Problem problem = made.problem(256);
    for (Space& space : made.spaces) space.precisions = {"f64"};
    const ProblemResult tuned =
        tune_problem(options, {made.here}, made.spaces, problem, made.campaign());
    CHECK(tuned.results.empty());
    CHECK(tuned.skipped.size() == 2);
    CHECK_FALSE(tuned.best());
    CHECK(made.store.runs().empty());
}

TEST_CASE("progress says which kernel it is about") {
    MadeCampaign made;
    std::set<std::string> kernels;
    Campaign campaign = made.campaign();
    campaign.on_progress = [&](const Task& task, const Progress& /*progress*/) {
        kernels.insert(task.setup.kernel.name);
    };
    tune_problem(made.tune_options(), {made.here}, made.spaces, made.problem(256), campaign);
    CHECK(kernels == std::set<std::string>{"tall", "wide"});
}

TEST_CASE("a deferred config that an audit finds faster is the best from then on") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) { return around(one, 48, 32); };
    TuneOptions options = made.tune_options();
    options.max_evals = 4;  // none of them is deferred
    const auto tune = [&] {
        return tune_problem(options, {made.here}, made.only("wide"), made.problem(256),
                            made.campaign());
    };
    REQUIRE(tune().best());
    CHECK(made.listed_best(made.here, made.problem(256)) != "wide TILE=48 WG=32");
    options.max_evals = 5;
    options.audit = 8;
    const ProblemResult audited = tune();
    std::size_t timed = 0;
    for (const RuleAudit& audit : audited.results.at(0).second.audit) timed += audit.timed;
    CHECK(timed > 0);
    const Best best = made.store.bests({id_of(made.here.device), "wide", {}, {}}).at(0);
    CHECK(std::ranges::any_of(made.store.trials(best.key), [&](const Trial& trial) {
        return trial.config == best.trial.config && trial.purpose == Purpose::audit;
    }));
    made.check_best(made.here, made.problem(256), "wide TILE=48 WG=32");
}

TEST_CASE("a kernel for which no time was left is named") {
    MadeCampaign made;
    made.here.device.type = "cpu";
    made.know_local_memory(made.here);
    TuneOptions options = made.tune_options();
    options.time_limit = std::chrono::nanoseconds(1);
    const auto tuned =
        tune_problem(options, {made.here}, made.spaces, made.problem(256), made.campaign());
    CHECK(tuned.results.empty());
    CHECK(tuned.not_begun == std::vector<std::string>{"wide", "tall"});
    CHECK(made.tune(made.here, made.spaces, made.problem(256)).not_begun.empty());
}

TEST_CASE("a precision that no kernel has is refused with those of all of them") {
    MadeCampaign made;
    made.spaces[0].precisions = {"f64"};
    made.spaces[1].precisions = {"f32", "i32"};
    try {
        problem_for(made.spaces, "f16", {});
        FAIL("it should be refused");
    } catch (const Error& error) {
        CHECK(std::string(error.what()) == "'gemm' has no precision f16");
        for (const char* precision : {"f32", "f64", "i32"})
            CHECK_THAT(error.hint(), Catch::Contains(precision));
    }
}
