// SPDX-License-Identifier: MIT
// Configs found at one size are timed at the others: with two kernels, on recorded benches.
#include "tuner/campaigns/time_untimed.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tuner/campaigns/tune_sizes.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

struct Contended : MadeCampaign {
    /// Searched as far as the constraint allows.
    void tune_only(std::int64_t m, const std::string& where) {
        tune(here, spaces, problem(m, m), where);
    }

    void time_at(const std::vector<std::int64_t>& sizes) {
        Campaign with_steps = campaign();
        with_steps.on_step = [this](const CampaignStep& step) { steps.push_back(step); };
        time_untimed(
            {.measure = measure_options(), .command = command(), .is_over = is_over}, here, spaces,
            [&, next = sizes.begin()](LossEstimate& /*now*/) mutable -> std::optional<Problem> {
                if (next == sizes.end()) return std::nullopt;
                const std::int64_t m = *next++;
                return problem(m, m);
            },
            with_steps);
    }

    std::size_t trials_at(std::int64_t m) {
        std::size_t trials = 0;
        for (const Run& run : store.runs())
            if (run.strategy == "contenders" && run.key.problem == problem_text(problem(m, m)))
                trials += store.trials(run.id).size();
        return trials;
    }

    std::set<std::int64_t> tiles_timed_at(std::int64_t m) {
        std::set<std::int64_t> tiles;
        for (const Run& run : store.runs()) {
            if (run.strategy != "contenders" || run.key.problem != problem_text(problem(m, m)))
                continue;
            for (const Trial& trial : store.trials(run.id))
                for (const auto& [name, value] : settings_of(trial.config))
                    if (name == "TILE") tiles.insert(std::get<std::int64_t>(value));
        }
        return tiles;
    }

    std::vector<CampaignStep> steps;
    std::function<bool()> is_over = [] { return false; };
};

/// The config that is by far the best, on all sizes alike.
double one_best(const MadeCase& one) {
    return one.kernel == "wide" ? around(one, 32, 128, 100) : around(one, 16, 32, 150);
}

}  // namespace

namespace {

/// Records the sizes at which programs are built and configs are run.
class OrderedBench final : public RecordedBench {
  public:
    struct Step {
        bool builds;
        Value m;
    };

    OrderedBench(const RecordedSpace& recorded, const RecordedBehavior& behavior, Value m,
                 std::vector<Step>& steps)
        : RecordedBench(recorded, behavior), m_(std::move(m)), steps_(steps) {}

    void prebuild(const Plan& /*plan*/) override { steps_.push_back({true, m_}); }
    RunResult run(const Config& config, const SamplingLimits& limits) override {
        steps_.push_back({false, m_});
        return RecordedBench::run(config, limits);
    }

  private:
    Value m_;
    std::vector<Step>& steps_;
};

}  // namespace

TEST_CASE("programs of the next size are asked for before one is timed, on GPUs and CPUs") {
    Contended made;
    made.time = one_best;
    made.here.device.type = GENERATE("gpu", "cpu");
    made.know_local_memory(made.here);
    for (const std::int64_t m : {1024, 1280}) made.tune_only(m, "WG == 128");
    std::vector<OrderedBench::Step> order;
    made.make_bench = [&](const BenchSetup& setup, const RecordedSpace& recorded) {
        return std::make_unique<OrderedBench>(recorded, made.behavior,
                                              setup.problem.arguments.at("M"), order);
    };
    made.time_at({1500, 2000});
    const auto first = [&](bool builds, std::int64_t m) {
        return std::ranges::find_if(order, [&](const OrderedBench::Step& step) {
            return step.builds == builds && step.m == Value(Number(m));
        });
    };
    REQUIRE(first(false, 1500) != order.end());
    REQUIRE(first(true, 2000) != order.end());
    CHECK(first(true, 2000) < first(false, 1500));
    CHECK(first(true, 1500) < first(false, 1500));
    CHECK(first(false, 1500) < first(false, 2000));
    for (const std::int64_t m : {1500, 2000})
        made.check_best(made.here, made.problem(m, m), "wide TILE=32 WG=128");
}

TEST_CASE("a config is checked at each other size once, at however many it is timed") {
    using Check = std::tuple<std::string, Config, std::string>;
    class CountingBench final : public RecordedBench {
      public:
        CountingBench(const RecordedSpace& recorded, const RecordedBehavior& behavior,
                      std::map<Check, int>& checks)
            : RecordedBench(recorded, behavior), kernel_(recorded.space.name), checks_(checks) {}

        RunResult run_size_check(const Plan& plan, const Problem& problem) override {
            ++checks_[{kernel_, plan.config, problem_text(problem)}];
            return RecordedBench::run_size_check(plan, problem);
        }

      private:
        std::string kernel_;
        std::map<Check, int>& checks_;
    };
    Contended made;
    made.time = one_best;
    for (const std::int64_t m : {1024, 1280}) made.tune_only(m, "WG == 128");
    std::map<Check, int> checks;
    made.make_bench = [&](const BenchSetup& /*setup*/, const RecordedSpace& recorded) {
        return std::make_unique<CountingBench>(recorded, made.behavior, checks);
    };
    made.time_at({1500, 2000});
    REQUIRE(made.trials_at(1500) > 0);
    REQUIRE(made.trials_at(2000) > 0);
    CHECK_FALSE(checks.empty());
    for (const auto& [check, count] : checks) CHECK(count == 1);
}

TEST_CASE("where the time ends while programs are built, what was begun is ended") {
    Contended made;
    made.time = one_best;
    for (const std::int64_t m : {1024, 1280}) made.tune_only(m, "WG == 128");
    std::atomic<bool> over = false;
    made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        over = true;
        return 1.0;
    };
    made.is_over = [&] { return over.load(); };
    made.time_at({1500, 2000});
    CHECK(made.trials_at(1500) > 0);
    CHECK(made.trials_at(2000) == 0);
    for (const Run& run : made.store.runs()) CHECK(run.state == State::finished);
}

TEST_CASE("what a later size found becomes the best of an earlier one") {
    Contended made;
    made.time = one_best;
    made.tune_only(1024, "TILE == 8");
    made.tune_only(1280, "TILE >= 8");
    made.check_best(made.here, made.problem(1024, 1024), "wide TILE=8 WG=128");
    const auto searched = made.limits;
    made.limits.clear();
    made.time_at({1024, 1280});
    made.check_best(made.here, made.problem(1024, 1024), "wide TILE=32 WG=128");
    CHECK(made.trials_at(1024) > 0);
    REQUIRE_FALSE(searched.empty());
    REQUIRE_FALSE(made.limits.empty());
    CHECK(std::ranges::max(made.limits, {}, &SamplingLimits::min_ns).min_ns <
          std::ranges::min(searched, {}, &SamplingLimits::min_ns).min_ns);  // a final round follows
    CHECK(std::ranges::max(made.limits, {}, &SamplingLimits::max_samples).max_samples <
          std::ranges::min(searched, {}, &SamplingLimits::max_samples).max_samples);
    REQUIRE(made.steps.size() == 1);  // at the later size all were timed before
    CHECK(made.steps[0].problem.arguments.at("M") == Value(Number(1024)));
    CHECK(made.store.runs().back().state == State::finished);
}

TEST_CASE("what is far slower by all that is known is not timed") {
    Contended made;
    made.time = [](const MadeCase& one) { return one.tile == 8 ? 100 : 9000; };
    for (const std::int64_t m : {768, 1280, 1536, 2048}) made.tune_only(m, "TILE >= 8");
    made.tune_only(1024, "TILE == 8");
    made.time_at({1024});
    CHECK(made.trials_at(1024) == 0);
    made.check_best(made.here, made.problem(1024, 1024),
                    made.listed_best(made.here, made.problem(1024, 1024)));
}

TEST_CASE(
    "where nothing is tuned, when the time is over, and when it is stopped, nothing is timed") {
    Contended made;
    made.time = one_best;
    made.time_at({1024});
    CHECK(made.store.runs().empty());
    made.tune_only(1024, "TILE == 8");
    made.tune_only(1280, "TILE >= 8");
    made.is_over = [] { return true; };
    made.time_at({1024, 1280});
    made.is_over = [] { return false; };
    made.stop = true;
    made.time_at({1024, 1280});
    made.stop = false;
    CHECK(made.steps.empty());
    CHECK(made.trials_at(1024) == 0);
}

TEST_CASE(
    "sizes of a range are tuned in their time less a part, in which untimed configs are timed") {
    Contended made;
    made.time = [](const MadeCase& one) {
        const double kernel = one.kernel == "wide" ? 1 : 2;
        return kernel * (one.m < 1000 ? around(one, 8, 32, 400) : around(one, 32, 128, 300));
    };
    TuneSizesOptions wanted{.tune = made.tune_options(), .sizes = {}};
    wanted.tune.command = made.command();
    wanted.tune.time_limit = std::chrono::seconds(12);
    wanted.tune.transfer = true;
    wanted.sizes.range = {{"M", "N", "K"}, {{32, 4096}, {32, 4096}, {32, 4096}}, 3};
    wanted.sizes.like = made.problem(256);
    std::vector<std::chrono::nanoseconds> limits;
    Campaign campaign = made.campaign();
    campaign.on_progress = [&](const Task& task, const Progress& /*progress*/) {
        limits.push_back(*task.time_limit);
    };
    bool were_timed = false;
    campaign.on_step = [&](const CampaignStep& step) {
        were_timed |= !step.note.starts_with("expected");
    };
    const auto results = tune_sizes(
        wanted, {made.here}, made.spaces, campaign,
        [](const SizesBudget& budget) { CHECK(budget.each == std::chrono::seconds(12)); });
    REQUIRE(results.size() == 3);
    REQUIRE_FALSE(limits.empty());
    CHECK(*std::ranges::max_element(limits) <= std::chrono::seconds(9));
    for (const ProblemResult& result : results) {
        REQUIRE(result.best());
        const auto& [task, best] = *result.best();
        const std::string listed = made.listed_best(made.here, result.problem);
        CHECK_THAT(listed, Catch::StartsWith(task.setup.space.name + " "));
        const auto stored = made.store.best(best.run.key);
        REQUIRE(stored);
        CHECK(best.best->config == stored->trial.config);
    }
    CHECK(were_timed);
    std::set<std::string> timed;
    for (const Run& run : made.store.runs())
        if (run.strategy == "contenders") timed.insert(run.key.problem);
    CHECK_FALSE(timed.empty());  // at the tuned sizes all were tried
    for (const ProblemResult& result : results)
        CHECK_FALSE(timed.contains(problem_text(result.problem)));
}

TEST_CASE(
    "at a size that was not tuned, what is fast at others is timed, and its best answers there") {
    Contended made;
    made.time = one_best;
    made.tune_only(1024, "WG == 128");
    made.tune_only(1280, "WG == 128");
    made.time_at({2000});
    CHECK(made.trials_at(2000) > 0);
    CHECK(made.trials_at(2000) < 16);  // configs that are far behind are skipped
    made.check_best(made.here, made.problem(2000, 2000), "wide TILE=32 WG=128");
    const std::size_t trials = made.trials_at(2000);
    made.time_at({2000});
    CHECK(made.trials_at(2000) == trials);  // nothing is timed twice
}

TEST_CASE("of a config that is no candidate at a size, what stands for it is timed there") {
    Contended made;
    for (Space& space : made.spaces) {
        Mistakes mistakes;
        space.constraints.push_back(
            {"the widest of the tiles that divide the rows",
             Expression::parse("TILE == 32 || TILE == 48 || M % (2 * TILE) != 0", {"test"},
                               mistakes),
             Constraint::Kind::performance});
    }
    made.time = [](const MadeCase& one) { return one.kernel == "wide" ? 100 : 150; };
    made.tune_only(1000, "TILE == 8");
    made.time_at({1024});
    CHECK(made.tiles_timed_at(1024).contains(32));
    for (const std::int64_t illegal : {8, 16})
        CHECK_FALSE(made.tiles_timed_at(1024).contains(illegal));
}

TEST_CASE("where no search was, neighbors of what is known are timed, and can be the best") {
    Contended made;
    made.time = [](const MadeCase& one) {
        return one.kernel == "wide" ? around(one, one.m == 1150 ? 16 : 8, 128, 100) : 900;
    };
    for (const std::int64_t m : {1000, 1300}) made.tune_only(m, "TILE == 8");
    made.time_at({1150});
    made.check_best(made.here, made.problem(1150, 1150), "wide TILE=16 WG=128");
}

TEST_CASE("what was wrong at one size is not timed at the next") {
    Contended made;
    made.time = [](const MadeCase& one) {
        return one.kernel == "wide" ? around(one, one.m < 1200 ? 16 : 8, 128, 100) : 900;
    };
    made.behavior.size_check = [](const Config& config) {
        return config[0] == 1 ? Outcome::wrong : Outcome::ok;  // tiles of 16
    };
    for (const std::int64_t m : {1250, 1300}) made.tune_only(m, "TILE == 8");
    made.time_at({1150});
    CHECK(made.tiles_timed_at(1150).contains(16));
    made.time_at({1160});
    CHECK(made.trials_at(1160) > 0);
    CHECK_FALSE(made.tiles_timed_at(1160).contains(16));
    CHECK_THAT(made.listed_best(made.here, made.problem(1160, 1160)), !Catch::Contains("TILE=16"));
}

TEST_CASE(
    "where a space advises against all configs, what an application would be told of is timed") {
    Contended made;
    made.time = [](const MadeCase& one) { return one.m < 512 ? 500 : one_best(one); };
    Mistakes mistakes;
    const std::string large = "M >= 512";
    for (Space& space : made.spaces)
        space.constraints.push_back({.reason = "large products",
                                     .must_hold = Expression::parse(large, {"test"}, mistakes),
                                     .kind = Constraint::Kind::performance});
    for (const std::int64_t m : {512, 1024}) made.tune_only(m, "WG == 128");
    made.time_at({400, 24});
    CHECK(made.tiles_timed_at(400).contains(32));
    CHECK_FALSE(made.tiles_timed_at(24).contains(32));  // a tile that does not fit is not proposed
}

TEST_CASE("neighbors are legal where they are timed") {
    Contended made;
    made.time = one_best;
    for (const std::int64_t m : {40, 44}) made.tune_only(m, "TILE == 16");
    made.time_at({36});
    CHECK(made.tiles_timed_at(36).contains(32));
    CHECK_FALSE(made.tiles_timed_at(36).contains(48));
}

TEST_CASE("after the tuned sizes others come, each once, as long as anything is lost there") {
    Contended made;
    made.time = one_best;
    const std::vector<std::int64_t> tuned{256, 1024};
    const SizesWanted wanted{.range = {{"M", "N", "K"}, {{32, 4096}, {32, 4096}, {32, 4096}}, 3},
                             .like = made.problem(256)};
    SizePlan plan(wanted, made.here, made.spaces, made.store);
    LossEstimate nothing(made.store);
    CHECK_FALSE(plan.next_to_time(nothing));
    for (const std::int64_t m : tuned) {
        made.tune_only(m, "TILE >= 8");
        plan.finish({m, m, m});
    }
    LossEstimate known(made.store);
    std::vector<std::string> timed;
    std::vector<double> lost;
    while (const auto problem = plan.next_to_time(known)) {
        timed.push_back(problem_text(*problem));
        const auto loss = known.at(name_asked_for(made.spaces), made.here.device, *problem);
        if (timed.size() > tuned.size()) lost.push_back(loss.value().of_known());
    }
    CHECK(std::ranges::is_sorted(lost, std::greater()));
    REQUIRE(timed.size() > 4);
    CHECK(timed.size() <= 2 + 96);
    for (std::size_t i = 0; i < tuned.size(); ++i)
        CHECK(timed[i] == problem_text(made.problem(tuned[i], tuned[i])));
    CHECK(std::set(timed.begin(), timed.end()).size() == timed.size());
}

TEST_CASE("tuned sizes that nobody has named come where more is lost there than elsewhere") {
    Contended made;
    made.time = one_best;
    const SizesWanted wanted{.range = {{"M", "N", "K"}, {{32, 4096}, {32, 4096}, {32, 4096}}, 3},
                             .like = made.problem(256)};
    SizePlan plan(wanted, made.here, made.spaces, made.store);
    LossEstimate nothing(made.store);
    CHECK_FALSE(plan.next_by_loss(nothing));
    // The second search has not seen the fastest config of that size.
    const auto tune = [&](std::int64_t m, const std::string& where) {
        made.tune_only(m, where);
        plan.finish({m, m, m});
    };
    tune(256, "TILE >= 8");
    tune(1024, "TILE == 8");
    LossEstimate known(made.store);
    std::vector<std::string> timed;
    std::vector<double> lost;
    while (const auto problem = plan.next_by_loss(known)) {
        timed.push_back(problem_text(*problem));
        lost.push_back(
            known.at(name_asked_for(made.spaces), made.here.device, *problem).value().of_known());
    }
    CHECK(std::ranges::is_sorted(lost, std::greater()));
    CHECK(std::ranges::all_of(lost, [](double loss) { return loss > 0; }));
    CHECK(std::set(timed.begin(), timed.end()).size() == timed.size());
    const auto place = [&](std::int64_t m) {
        return std::ranges::find(timed, problem_text(made.problem(m, m))) - timed.begin();
    };
    CAPTURE(place(256), place(1024), timed.size());
    CHECK(place(1024) < std::ssize(timed));
    CHECK(place(1024) < place(256));
    CHECK(place(256) > 2);
}

TEST_CASE("where another layout alone was tuned, what is fast there is timed in this one, too") {
    Contended made;
    made.time = one_best;
    for (Space& space : made.spaces) space.variants = {"TB"};
    SizesWanted wanted{.range = {{"M", "N", "K"}, {{32, 4096}, {32, 4096}, {32, 4096}}, 3},
                       .like = made.problem(256)};
    wanted.like.arguments.insert_or_assign("TB", Number(1));
    LossEstimate nothing(made.store);
    CHECK_FALSE(
        SizePlan(wanted, made.here, made.spaces, made.store).next_to_time(nothing).has_value());
    for (const std::int64_t m : {256, 1024}) made.tune_only(m, "WG == 128");
    LossEstimate known(made.store);
    SizePlan plan(wanted, made.here, made.spaces, made.store);
    CHECK(plan.tuned().empty());
    const auto problem = plan.next_to_time(known);
    REQUIRE(problem);
    CHECK(number(problem->arguments.at("TB")) == 1);
}

TEST_CASE(
    "a search of a part of the configs, or without what other sizes know, times no untimed ones") {
    Contended made;
    made.time = one_best;
    TuneSizesOptions wanted{.tune = made.tune_options(), .sizes = {}};
    wanted.tune.time_limit = std::chrono::seconds(12);
    wanted.sizes.range = {{"M", "N", "K"}, {{32, 4096}, {32, 4096}, {32, 4096}}, 3};
    wanted.sizes.like = made.problem(256);
    wanted.tune.transfer = GENERATE(false, true);
    if (wanted.tune.transfer)
        wanted.tune.where = [](const Space& /*space*/) -> std::vector<Constraint> {
            Mistakes mistakes;
            return {{"TILE == 8", Expression::parse("TILE == 8", {"test"}, mistakes)}};
        };
    tune_sizes(wanted, {made.here}, made.spaces, made.campaign(),
               [](const SizesBudget& /*budget*/) {});
    const auto runs = made.store.runs();
    CHECK_FALSE(runs.empty());
    CHECK(std::ranges::count(runs, "contenders", &Run::strategy) == 0);
}
