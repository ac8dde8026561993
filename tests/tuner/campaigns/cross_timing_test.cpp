// SPDX-License-Identifier: MIT
// The bests of some problems timed on each other, their cover, and a problem whose best came from
// another one.
#include "tuner/campaigns/cross_timing.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tuner/campaigns/problem_cover.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

/// Small matrices are fastest with tiles of 8, larger ones with tiles of 32.
double by_size(const MadeCase& one) {
    return around(one, one.m < 200 ? 8 : 32, 128, static_cast<double>(one.m));
}

}  // namespace

TEST_CASE("each best is timed on every problem") {
    MadeCampaign made;
    made.time = by_size;
    const std::vector<Space> wide = made.only("wide");
    made.tune(made.here, wide, made.problem(64));
    made.tune(made.here, wide, made.problem(512));
    const std::vector<LocalDevice> devices{made.here};
    const CrossTimings tuned = tuned_problems(made.store, wide, devices, "");
    REQUIRE(tuned.targets.size() == 2);
    REQUIRE(tuned.configs.size() == 2);
    std::vector<std::size_t> steps;
    Campaign campaign = made.campaign();
    campaign.on_step = [&](const CampaignStep& step) {
        CHECK(step.total == 2);
        CHECK(step.configs == 2);
        steps.push_back(step.number);
    };
    const TimeMatrix times =
        time_all(made.measure_options(), wide, tuned, MadeCampaign::command(), campaign);
    CHECK(steps == std::vector<std::size_t>{1, 2});
    for (std::size_t target = 0; target < 2; ++target) {
        const auto m = static_cast<double>(number(tuned.targets[target].problem.arguments.at("M")));
        const std::vector<double> best = best_times(times);
        CHECK(best[target] == Approx(1000 * m).epsilon(0.01));
        const double slower = std::max(times[0][target], times[1][target]);
        CHECK(slower == Approx(2000 * m).epsilon(0.01));
    }
}

TEST_CASE("more configs than a bench holds are all timed") {
    struct FewPrograms : RecordedBench {
        using RecordedBench::RecordedBench;
        std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                std::size_t rounds, double most_ns) override {
            CHECK(configs.size() <= max_interleaved);
            return RecordedBench::time_interleaved(configs, rounds, most_ns);
        }
    };
    MadeCampaign made;
    made.make_bench = [&](const BenchSetup& /*setup*/, const RecordedSpace& recorded) {
        return std::make_unique<FewPrograms>(recorded);
    };
    std::string text = space_text;
    const std::string groups = "WG = [32, 128]";
    text.replace(text.find(groups), groups.size(), "WG = [64, 96, 128, 160, 192, 224, 256]");
    std::ofstream(made.folder / "many.toml") << text;
    std::ofstream(made.folder / "many.cl") << source;
    const std::vector<Space> many{read_space(made.folder / "many.toml")};
    std::int64_t m = 64;
    for (const std::string tile : {"8", "16", "32", "48"})
        for (std::int64_t group = 64; group <= 256; group += 32)
            made.tune(made.here, many, made.problem(m++),
                      "TILE == " + tile + " && WG == " + std::to_string(group));
    const std::vector<LocalDevice> devices{made.here};
    CrossTimings tuned = tuned_problems(made.store, many, devices, "");
    REQUIRE(tuned.configs.size() == 28);
    tuned.targets.resize(1);
    const TimeMatrix times =
        time_all(made.measure_options(), many, tuned, MadeCampaign::command(), made.campaign());
    for (const auto& row : times) CHECK(row.at(0) == Approx(1e6).epsilon(0.01));
}

TEST_CASE("a config that is not legal for a problem has no time there") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) { return around(one, one.m < 32 ? 16 : 48, 128); };
    const std::vector<Space> wide = made.only("wide");
    made.tune(made.here, wide, made.problem(16));
    made.tune(made.here, wide, made.problem(512));
    const std::vector<LocalDevice> devices{made.here};
    const CrossTimings tuned = tuned_problems(made.store, wide, devices, "f32");
    const TimeMatrix times =
        time_all(made.measure_options(), wide, tuned, MadeCampaign::command(), made.campaign());
    REQUIRE(times.size() == 2);
    std::size_t missing = 0;
    for (const auto& row : times) missing += static_cast<std::size_t>(std::ranges::count(row, 0.0));
    CHECK(missing == 1);
}

TEST_CASE("of two kernels the faster best of each problem takes part") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) {
        return around(one, 16, 128, (one.kernel == "wide") == (one.m > 200) ? 100 : 300);
    };
    made.tune(made.here, made.spaces, made.problem(64));
    made.tune(made.here, made.spaces, made.problem(512));
    const std::vector<LocalDevice> devices{made.here};
    const CrossTimings tuned = tuned_problems(made.store, made.spaces, devices, "");
    REQUIRE(tuned.configs.size() == 2);
    CHECK(tuned.configs[0].space != tuned.configs[1].space);
}

TEST_CASE("a cover is stored, and a problem's best may come from another problem") {
    MadeCampaign made;
    made.time = [](const MadeCase& one) { return around(one, 32, 128); };
    const std::vector<Space> wide = made.only("wide");
    made.tune(made.here, wide, made.problem(256), "TILE == 8");
    made.tune(made.here, wide, made.problem(512));
    made.check_best(made.here, made.problem(256), "wide TILE=8 WG=128");
    const std::vector<LocalDevice> devices{made.here};
    const CoverResult result = cover_problems(
        {.measure = made.measure_options(), .within = 0.05, .command = MadeCampaign::command()},
        wide, tuned_problems(made.store, wide, devices, ""), made.campaign());
    CHECK(result.cover.configs.size() == 1);
    CHECK(result.cover.covered == 2);
    CHECK(made.store.covers().size() == 2);
    made.check_best(made.here, made.problem(256), "wide TILE=32 WG=128");
    made.check_best(made.here, made.problem(512), "wide TILE=32 WG=128");
}

TEST_CASE("a stopped cover stores no cover") {
    MadeCampaign made;
    made.tune(made.here, made.only("wide"), made.problem(256));
    const std::vector<Space> wide = made.only("wide");
    const std::vector<LocalDevice> devices{made.here};
    const CrossTimings tuned = tuned_problems(made.store, wide, devices, "");
    made.stop = true;
    cover_problems({.measure = made.measure_options(), .command = MadeCampaign::command()}, wide,
                   tuned, made.campaign());
    CHECK(made.store.covers().empty());
}
