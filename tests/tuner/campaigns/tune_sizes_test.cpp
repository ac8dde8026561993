// SPDX-License-Identifier: MIT
// Sizes of a range with two kernels on recorded benches: the chosen sizes, the continuation after a
// stop, and the effect of an older database.
#include "tuner/campaigns/tune_sizes.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tuner/campaigns/race_shares.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

struct ManySizes : MadeCampaign {
    TuneSizesOptions options(std::size_t count, const Bounds& bounds = {32, 4096}) {
        TuneSizesOptions wanted{.tune = tune_options(), .sizes = {}};
        wanted.sizes.range = {{"M", "N", "K"}, {bounds, bounds, bounds}, count};
        wanted.sizes.like = problem(256);
        return wanted;
    }

    /// The tuned sizes, in order.
    std::vector<Extents> tune_range(const TuneSizesOptions& wanted) {
        Campaign with_steps = campaign();
        with_steps.on_step = [this](const CampaignStep& step) { steps.push_back(step); };
        std::vector<Extents> sizes;
        const auto on_plan = [this](const SizesBudget& told) { budget = told; };
        for (const ProblemResult& tuned : tune_sizes(wanted, {here}, spaces, with_steps, on_plan)) {
            Extents size;
            for (const char* name : {"M", "N", "K"})
                size.push_back(number(tuned.problem.arguments.at(name)));
            sizes.push_back(size);
        }
        return sizes;
    }

    std::vector<CampaignStep> steps;
    SizesBudget budget;
};

/// One config is the best on all sizes, or another one from 1024 rows on.
double sure(const MadeCase& one) {
    return around(one, 32, 128, one.kernel == "wide" ? 100 : 900);
}
double changing(const MadeCase& one) {
    if (one.m < 1024) return sure(one);
    return one.kernel == "wide" ? around(one, 8, 32, 400) : around(one, 16, 128, 300);
}

std::size_t large_ones(const std::vector<Extents>& sizes) {
    return static_cast<std::size_t>(std::ranges::count_if(
        sizes, [](const Extents& size) { return size[0] * size[1] * size[2] >= 1'000'000'000; }));
}

}  // namespace

TEST_CASE("so many sizes are tuned as are wanted, each once and with every kernel") {
    ManySizes made;
    made.time = changing;
    const auto sizes = made.tune_range(made.options(7));
    REQUIRE(sizes.size() == 7);
    CHECK(std::set(sizes.begin(), sizes.end()).size() == 7);
    CHECK(sizes[0] == Extents{384, 384, 384});  // in the middle of 32..4096, in doublings
    REQUIRE(made.steps.size() == 7);
    CHECK(made.steps[6].number == 7);
    CHECK(made.steps[6].total == 7);
    CHECK_THAT(made.steps[6].note, Catch::Contains("expected loss there: "));
    for (const char* kernel : {"wide", "tall"})
        CHECK(made.store.bests({id_of(made.here.device), kernel, {}, {}}).size() == 7);
    CHECK(sizes != spread_sizes(made.options(7).sizes.range.bounds, 7));
}

TEST_CASE("sizes of another layout do not count as tuned, but others come first") {
    ManySizes made;
    made.time = sure;
    for (Space& space : made.spaces) space.variants = {"TA", "TB"};
    const auto tuned = made.tune_range(made.options(2));
    TuneSizesOptions wanted = made.options(3);
    const auto begin = [&] {
        const SizePlan plan(wanted.sizes, made.here, made.spaces, made.store);
        LossEstimate estimate(made.store);
        CHECK(plan.tuned().empty());
        return plan.next(estimate)->size;
    };
    wanted.sizes.like.arguments.insert_or_assign("alpha", Number(2));
    CHECK(begin() == tuned[0]);  // it is unknown
    wanted.sizes.like = made.problem(256);
    wanted.sizes.like.arguments.insert_or_assign("TB", Number(1));
    const Extents next = begin();
    CHECK(std::ranges::find(tuned, next) == tuned.end());
    CHECK(made.tune_range(wanted).front() == next);
}

TEST_CASE(
    "a few configs at one size may be far from the best, however far one is ahead of the others") {
    ManySizes made;
    made.time = sure;
    const auto loss = [&] {
        LossEstimate estimate(made.store);
        return *SizePlan(made.options(3).sizes, made.here, made.spaces, made.store)
                    .mean_loss(estimate);
    };
    TuneSizesOptions few = made.options(1);
    few.tune.max_evals = 4;
    made.tune_range(few);
    const double after_few = loss();
    CHECK(after_few > 0.4);
    made.tune_range(made.options(1));
    const double after_many = loss();
    CHECK(after_many < 0.7 * after_few);
    made.tune_range(made.options(6));
    CHECK(loss() < 0.9 * after_many);
}

TEST_CASE("before the first size it is told how many there are and how long they take") {
    ManySizes made;
    made.time = sure;
    made.tune(made.here, made.spaces, made.problem(512, 512));
    TuneSizesOptions wanted = made.options(3);
    wanted.tune.time_limit = std::chrono::seconds(20);
    CHECK(made.tune_range(wanted).size() == 2);
    CHECK(made.budget.wanted == 3);
    CHECK(made.budget.tuned == 1);
    CHECK(made.budget.left() == 2);
    CHECK(made.budget.each == std::chrono::seconds(20));
    CHECK(made.steps.front().number == 2);
}

TEST_CASE("a search that was stopped is the first to go on, and what was tuned counts") {
    ManySizes whole;
    whole.time = changing;
    const auto wanted = whole.tune_range(whole.options(5));
    ManySizes made;
    made.time = changing;
    std::size_t measured = 0;
    made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++measured == 40) made.stop = true;  // during a size
        return 1.0;
    };
    const auto before = made.tune_range(made.options(5));
    REQUIRE(before.size() > 1);
    REQUIRE(before.size() < 5);
    made.stop = false;
    const auto after = made.tune_range(made.options(5));
    CHECK(after.front() == before.back());
    CHECK(before.size() - 1 + after.size() == 5);
    std::set<Extents> all(before.begin(), before.end());
    all.insert(after.begin(), after.end());
    CHECK(all == std::set(wanted.begin(), wanted.end()));
}

TEST_CASE("where all sizes are tuned each is searched further, in the same database") {
    ManySizes made;
    made.time = sure;
    const auto once = made.tune_range(made.options(3));
    const auto again = made.tune_range(made.options(3));
    CHECK(made.budget.deeper);
    CHECK(std::set(again.begin(), again.end()) == std::set(once.begin(), once.end()));
    CHECK(made.tune_range(made.options(4)).size() == 1);
}

TEST_CASE("what a database knows from before says where sizes are chosen") {
    const auto chosen_after = [](const std::vector<std::int64_t>& known) {
        ManySizes made;
        made.time = changing;
        for (const std::int64_t m : known) made.tune(made.here, made.spaces, made.problem(m, m));
        TuneSizesOptions wanted = made.options(6 + known.size());
        return made.tune_range(wanted);
    };
    const auto after_small = chosen_after({32, 64, 96, 128, 192, 256, 320, 384});
    const auto after_large = chosen_after({640, 768, 1024, 1536, 2048, 3000, 4000, 4096});
    REQUIRE(after_small.size() == 6);
    REQUIRE(after_large.size() == 6);
    CHECK(large_ones(after_small) > large_ones(after_large));
}

TEST_CASE("without resuming nothing counts, and the same sizes are tuned anew") {
    ManySizes made;
    made.time = sure;
    const auto once = made.tune_range(made.options(2));
    TuneSizesOptions fresh = made.options(2);
    fresh.tune.resume = false;
    const auto again = made.tune_range(fresh);
    CHECK(again.size() == 2);
    CHECK(std::set(again.begin(), again.end()) == std::set(once.begin(), once.end()));
    CHECK(made.budget.tuned == 0);
    CHECK_FALSE(made.budget.deeper);
    fresh.sizes.range.count = 3;
    const auto more = made.tune_range(fresh);
    REQUIRE(more.size() == 3);
    CHECK(std::set(more.begin(), more.begin() + 2) == std::set(once.begin(), once.end()));
    CHECK(std::ranges::find(once, more[2]) == once.end());
}

TEST_CASE("a kernel that was far behind at several sizes has short turns at the next ones") {
    ManySizes made;
    made.time = sure;
    TuneSizesOptions wanted = made.options(6);
    wanted.tune.time_limit = std::chrono::seconds(12);
    wanted.tune.command = ManySizes::command();
    wanted.tune.transfer = GENERATE(true, false);
    std::map<std::string, std::vector<std::chrono::nanoseconds>>
        limits;  // of first turns, by kernel
    Campaign campaign = made.campaign();
    campaign.on_progress = [&](const Task& task, const Progress& progress) {
        if (progress.phase == "timing the reference")
            limits[task.setup.space.name].push_back(*progress.left);
    };
    const auto results =
        tune_sizes(wanted, {made.here}, made.spaces, campaign, [](const SizesBudget&) {});
    REQUIRE(results.size() == 6);
    for (const ProblemResult& result : results) {
        REQUIRE(result.best());
        CHECK(result.best()->first.setup.space.name == "wide");
        CHECK(result.results.size() == 2);
    }
    REQUIRE(limits["tall"].size() >= 6);
    const auto third_less = std::chrono::seconds(8);
    CHECK(limits["tall"].front() > short_turn(third_less));
    if (wanted.tune.transfer)
        CHECK(limits["tall"].back() <= short_turn(third_less));
    else
        CHECK(limits["tall"].back() > short_turn(third_less));
    CHECK(limits["wide"].back() > short_turn(third_less));
}
