// SPDX-License-Identifier: MIT
// An application's loss between two tuned sizes, with two kernels that trade places.
#include "tuner/campaigns/regret_check.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

struct TwoSizes : MadeCampaign {
    /// Tuned at both ends.
    void tune_ends() {
        for (const std::int64_t m : {64, 4096}) tune(here, spaces, problem(m, m));
    }

    std::vector<SizeRegret> regret(std::size_t count, const TuneOptions& options) {
        const std::vector<LocalDevice> devices{here};
        std::size_t told = 0;
        const auto losses =
            check_regret({.tune = options, .what = "gemm", .count = count, .command = command()},
                         here, spaces, tuned_problems(store, spaces, devices, ""), campaign(),
                         [&](const SizeRegret& /*regret*/) { ++told; });
        CHECK(told == losses.size());
        return losses;
    }
};

}  // namespace

TEST_CASE("where one config is the best everywhere nothing is lost") {
    TwoSizes made;
    made.time = [](const MadeCase& one) {
        return around(one, 32, 128, one.kernel == "wide" ? 100 : 200);
    };
    made.tune_ends();
    const auto losses = made.regret(4, made.tune_options());
    REQUIRE(losses.size() == 4);
    for (const SizeRegret& regret : losses) {
        CHECK(regret.known());
        CHECK(regret.answered == "wide  TILE=32 WG=128");
        CHECK(regret.loss() == Approx(0).margin(0.01));
    }
}

TEST_CASE("between sizes where another kernel is the best, the loss is that of the answer") {
    TwoSizes made;
    made.time = [](const MadeCase& one) {
        const bool is_end = one.m == 64 || one.m == 4096;
        if (one.kernel == "wide") return around(one, 32, 128, 100);
        return around(one, 16, 128, is_end ? 200 : 50);
    };
    made.tune_ends();
    const auto losses = made.regret(2, made.tune_options());
    REQUIRE(losses.size() == 2);
    for (const SizeRegret& regret : losses) {
        REQUIRE(regret.known());
        CHECK(regret.answered == "wide  TILE=32 WG=128");
        CHECK(regret.loss() == Approx(1).epsilon(0.02));  // twice as slow
        made.check_best(made.here, regret.problem, "tall TILE=16 WG=128");
    }
}

TEST_CASE("an answer that is faster than what the search found is the best from then on") {
    TwoSizes made;
    made.time = [](const MadeCase& one) {
        return one.kernel == "wide" ? around(one, 32, 128, 100) : around(one, 8, 32, 900);
    };
    made.tune_ends();
    TuneOptions few = made.tune_options();
    few.max_evals = 2;  // only the default config of each kernel
    const auto losses = made.regret(2, few);
    REQUIRE(losses.size() == 2);
    for (const SizeRegret& regret : losses) {
        REQUIRE(regret.known());
        CHECK(regret.loss() < -0.4);
        CHECK(regret.tried == 2);  // one for each kernel
        made.check_best(made.here, regret.problem, "wide TILE=32 WG=128");
    }
}

TEST_CASE("no answer reaches more than its size's best, which it may be itself") {
    const auto regret = [](double answered_ns, double best_ns, std::size_t tried) {
        SizeRegret made{};
        made.answered_ns = answered_ns;
        made.best_ns = best_ns;
        made.tried = tried;
        return made;
    };
    const SizeRegret slower = regret(200, 100, 50);
    const SizeRegret faster = regret(16, 190, 1);
    CHECK(slower.share_of_best() == 0.5);
    CHECK(faster.share_of_best() == 1);
    CHECK(slower.own_best_ns() == 100);
    CHECK(faster.own_best_ns() == 16);
    CHECK_FALSE(slower.was_hardly_searched());
    CHECK(faster.was_hardly_searched());
}

TEST_CASE("what applications run by rewriting its program is an answer, too") {
    TwoSizes made;
    std::ofstream(made.folder / "wide.toml") << "rewrite = \"sm_90a\"\n" << space_text;
    made.spaces.front() = read_space(made.folder / "wide.toml");
    made.time = [](const MadeCase& one) {
        return around(one, 32, 128, one.kernel == "wide" ? 100 : 300);
    };
    made.tune_ends();
    const auto losses = made.regret(2, made.tune_options());
    REQUIRE(losses.size() == 2);
    for (const SizeRegret& regret : losses) {
        CHECK(regret.answered == "wide  TILE=32 WG=128");
        CHECK(regret.loss() == Approx(0).margin(0.01));
    }
}

TEST_CASE("only sizes of which nothing is stored are asked for, each once") {
    TwoSizes made;
    made.tune_ends();
    std::set<std::string> asked;
    for (int again = 0; again < 2; ++again)
        for (const SizeRegret& regret : made.regret(4, made.tune_options()))
            CHECK(asked.insert(problem_text(regret.problem)).second);
    CHECK(asked.size() == 8);
}

TEST_CASE("what disturbs one run of two kernels that are compared is no loss") {
    TwoSizes made;
    const auto times = [](const MadeCase& one) {
        const bool is_end = one.m == 64 || one.m == 4096;
        if (one.kernel == "wide") return around(one, 32, 128, 100);
        return around(one, 16, 128, is_end ? 200 : 95);
    };
    made.time = times;
    made.tune_ends();
    made.time = [&](const MadeCase& one) {
        const auto runs = made.store.runs();
        const bool is_first = std::ranges::count(runs, "regret", &Run::strategy) == 1;
        return (is_first ? 3 : 1) * times(one);
    };
    const auto losses = made.regret(1, made.tune_options());
    REQUIRE(losses.size() == 1);
    CHECK(losses[0].answered == "wide  TILE=32 WG=128");
    CHECK(losses[0].loss() == Approx(100.0 / 95 - 1).margin(0.001));
}

TEST_CASE("layouts that were tuned are asked for, each as often as it was tuned") {
    TwoSizes made;
    made.time = [](const MadeCase& one) { return around(one, 32, 128); };
    made.tune_ends();
    Problem transposed = made.problem(512, 512);
    transposed.arguments.insert_or_assign("TA", Number(1));
    made.tune(made.here, made.spaces, transposed);
    std::size_t asked = 0;
    for (const SizeRegret& regret : made.regret(6, made.tune_options()))
        asked += regret.problem.arguments.at("TA") == Value(Number(1)) ? 1 : 0;
    CHECK(asked == 2);
}
