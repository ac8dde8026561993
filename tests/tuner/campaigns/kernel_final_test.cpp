// SPDX-License-Identifier: MIT
// Two kernels whose final rounds were at different moments are timed again, by turns.
#include "tuner/campaigns/kernel_final.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

/// The time of each kernel in its own turn and in the final of the kernels, in microseconds.
struct Moments {
    double wide = 1000, tall = 1000;
    double wide_in_final = 1000, tall_in_final = 1000;
};

class KernelRace {
  public:
    explicit KernelRace(const Moments& moments) {
        made.time = [this, moments](const MadeCase& one) {
            const bool is_wide = one.kernel == "wide";
            if (is_final) return is_wide ? moments.wide_in_final : moments.tall_in_final;
            const double least = is_wide ? moments.wide : moments.tall;
            return around(one, is_wide ? 16 : 32, 128, least);
        };
        options.max_evals = 100;
    }

    ProblemResult tune() {
        is_final = false;
        Campaign campaign = made.campaign();
        campaign.on_progress = [this](const Task& /*task*/, const Progress& progress) {
            is_final |= progress.phase == "measuring the best of each kernel";
        };
        return tune_problem(options, {made.here}, made.spaces, made.problem(256), campaign);
    }

    void try_only_tile(const std::string& tile) {
        options.where = [tile](const Space& /*space*/) -> std::vector<Constraint> {
            const std::string text = "TILE == " + tile + " && WG == 128";
            Mistakes mistakes;
            return {{text, Expression::parse(text, {"test"}, mistakes)}};
        };
    }

    /// In microseconds, as `hone best` lists it.
    double stored(const std::string& kernel) {
        return made.store.bests({id_of(made.here.device), kernel, {}, {}}).at(0).trial.time.median /
               1000;
    }

    MadeCampaign made;
    TuneOptions options = made.tune_options();
    bool is_final = false;
};

std::string winner(const ProblemResult& tuned) {
    return tuned.best()->first.setup.space.name;
}

}  // namespace

TEST_CASE("kernels within reach are compared by times of one moment") {
    KernelRace race({.wide = 1000, .tall = 1040, .wide_in_final = 1100, .tall_in_final = 1000});
    const ProblemResult tuned = race.tune();
    CHECK(race.is_final);
    CHECK(winner(tuned) == "tall");
    CHECK(race.stored("wide") == Approx(1100).epsilon(0.01));
    CHECK(race.stored("tall") == Approx(1000).epsilon(0.01));
    race.made.check_best(race.made.here, race.made.problem(256), "tall TILE=32 WG=128");
}

TEST_CASE("kernels that compete for time are compared in the end, too") {
    KernelRace race({.wide = 1000, .tall = 1040, .wide_in_final = 1100, .tall_in_final = 1000});
    race.options.max_evals.reset();
    race.options.time_limit = std::chrono::seconds(3);
    CHECK(winner(race.tune()) == "tall");
}

TEST_CASE("a kernel that is far behind is not timed again") {
    KernelRace race({.wide = 1000, .tall = 1200, .wide_in_final = 5000, .tall_in_final = 1});
    const ProblemResult tuned = race.tune();
    CHECK_FALSE(race.is_final);
    CHECK(winner(tuned) == "wide");
    CHECK(race.stored("tall") == Approx(1200).epsilon(0.01));
}

TEST_CASE("every other turn goes backward") {
    KernelRace race({});
    std::string order;
    race.made.behavior.slowness = [&](const Config& config, std::size_t /*measurements*/) {
        if (race.is_final) order += config.at(0) == 1 ? 'w' : 't';
        return 1.0;
    };
    race.tune();
    CHECK((order == "wttwwttwwt" || order == "twwttwwttw"));
}

TEST_CASE("what an older time would put in the place of a best is timed, too") {
    KernelRace race({.wide = 990, .tall = 1000, .wide_in_final = 1100, .tall_in_final = 1000});
    race.made.time = [&race](const MadeCase& one) -> double {
        const bool is_wide = one.kernel == "wide";
        if (race.is_final) return is_wide ? (one.tile == 8 ? 1200 : 1100) : 1000;
        if (is_wide) return one.tile == 8 ? 1005 : 990;
        return one.tile == 8 ? 5000 : 1000;
    };
    race.try_only_tile("8");
    race.tune();
    race.try_only_tile("16");
    const ProblemResult tuned = race.tune();
    CHECK(winner(tuned) == "tall");
    CHECK(race.stored("wide") == Approx(1100).epsilon(0.01));
    CHECK(race.made.listed_best(race.made.here, race.made.problem(256)) == "tall TILE=16 WG=128");
}

TEST_CASE("what was compared before the end came is told and stored alike") {
    KernelRace race({.wide = 990, .tall = 1000, .wide_in_final = 1100, .tall_in_final = 1000});
    race.made.time = [&race](const MadeCase& one) -> double {
        const bool is_wide = one.kernel == "wide";
        if (race.is_final) return is_wide ? 1100 : 1000;
        if (is_wide) return one.tile == 8 ? 1005 : 990;
        return one.tile == 8 ? 5000 : 1000;
    };
    race.try_only_tile("8");
    race.tune();
    race.try_only_tile("16");
    // The test ends when an older best is timed side by side with the others.
    race.made.behavior.slowness = [&race](const Config& config, std::size_t /*measurements*/) {
        if (race.is_final && config.at(0) == 0) throw TimeIsUp();
        return 1.0;
    };
    const ProblemResult tuned = race.tune();
    CHECK(winner(tuned) == "tall");
    for (const auto& [task, result] : tuned.results)
        if (task.setup.space.name == "wide")
            CHECK(result.best->time.median == Approx(1100e3).epsilon(0.01));
}

TEST_CASE("turns that all kernels had before the end came count") {
    const auto winner_after = [](std::size_t calls) {
        KernelRace race({.wide = 1000, .tall = 1040, .wide_in_final = 1100, .tall_in_final = 1000});
        race.made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
            if (race.is_final && calls-- == 0) throw TimeIsUp();
            return 1.0;
        };
        const std::string won = winner(race.tune());
        const double wide = race.stored("wide");
        return std::pair(won, wide);
    };
    // Two turns of both kernels and one more of the first.
    const auto [after_two, wide_after_two] = winner_after(5);
    CHECK(after_two == "tall");
    CHECK(wide_after_two == Approx(1100).epsilon(0.01));
    // One turn is too little for a decision.
    const auto [after_one, wide_after_one] = winner_after(3);
    CHECK(after_one == "wide");
    CHECK(wide_after_one == Approx(1000).epsilon(0.01));
}

TEST_CASE("a kernel that another has beaten tells its own best apart no further") {
    const auto finals_of_tall = [](double tall) {
        KernelRace race({.wide = 1000, .tall = tall});
        race.options.max_evals.reset();
        race.options.time_limit = std::chrono::seconds(3);
        race.made.time = [tall](const MadeCase& one) -> double {
            return one.kernel == "wide" ? around(one, 16, 128, 1000)
                                        : tall + static_cast<double>(one.tile);
        };
        for (const auto& [task, result] : race.tune().results)
            if (task.setup.space.name == "tall")
                return std::ranges::count(race.made.store.trials(result.run.id), Purpose::final,
                                          &Trial::purpose);
        return std::ptrdiff_t{-1};
    };
    CHECK(finals_of_tall(1150) > 2);
    CHECK(finals_of_tall(1500) <= 2);  // the fastest, and the defaults
}

TEST_CASE("what another objective has chosen stays chosen") {
    KernelRace race({});
    race.made.time = [](const MadeCase& one) { return one.tile == 16 ? 1000 : 1100; };
    race.options.objective = Objective::sustained;
    race.made.behavior.sustained = [](const Config& config) {
        SustainedTiming sustained;
        sustained.seconds = 2;
        sustained.run_ns = config.at(0) == 2 ? 5e5 : 1e6;
        sustained.message = "no meter";
        return sustained;
    };
    const ProblemResult tuned = race.tune();
    CHECK(race.is_final);
    for (const auto& [task, result] : tuned.results) {
        REQUIRE(result.best);
        CHECK_THAT(result.best->config, Catch::Contains("\"TILE\":32"));
    }
    CHECK_THAT(race.made.listed_best(race.made.here, race.made.problem(256)),
               Catch::Contains("TILE=16"));
}

namespace {

/// The device is warmer in the final of the kernels: wide, measured first, looked faster than it
/// is.
struct SteadyRace : KernelRace {
    SteadyRace() : KernelRace(Moments{}) {
        options.objective = Objective::sustained;
        // Wide has one config that is fast enough for the steady round, and tall two.
        made.time = [](const MadeCase& one) -> double {
            if (one.work_group != 128) return 5000;
            if (one.kernel == "wide") return one.tile == 16 ? 1000 : 5000;
            return one.tile == 32 ? 1010 : one.tile == 48 ? 1020 : 5000;
        };
        made.behavior.sustained = [this](const Config& config) {
            const bool is_warm = is_final;
            if (is_warm) order += "-wtT"[config.at(0)];
            SustainedTiming sustained;
            sustained.seconds = 2;
            sustained.run_ns = (is_warm ? warm_ns : cool_ns).at(config.at(0));
            sustained.message = "no meter";
            return sustained;
        };
    }

    std::string
        order;  // of the kernels in the sustained round of their final; T is TILE=48 of tall
    std::map<std::uint16_t, double> cool_ns = {{1, 1.00e6}, {2, 1.05e6}, {3, 1.08e6}};
    std::map<std::uint16_t, double> warm_ns = {{1, 1.20e6}, {2, 1.10e6}, {3, 1.12e6}};
};

double least_ns(const ProblemResult& tuned, const std::string& kernel) {
    for (const auto& [task, result] : tuned.results)
        if (task.setup.space.name == kernel)
            return result.sustained.finalists.at(0).sustained.run_ns;
    return 0;
}

}  // namespace

TEST_CASE("kernels are compared by figures under sustained load of one moment") {
    SteadyRace race;
    const ProblemResult tuned = race.tune();
    CHECK(winner(tuned) == "tall");
    CHECK(least_ns(tuned, "wide") == Approx(1.20e6));
}

TEST_CASE("what is then the least of its kernel is held under sustained load, too") {
    SteadyRace race;
    const ProblemResult tuned = race.tune();
    INFO(race.order);
    CHECK((race.order == "wttw"
                         "wtTtTw" ||
           race.order == "wttw"
                         "wTtTtw"));
    CHECK(least_ns(tuned, "tall") == Approx(1.10e6));
    for (const auto& [task, result] : tuned.results)
        for (const SustainedTiming& stored : race.made.store.sustained_timings(result.run.id))
            CHECK(stored.run_ns > 1.09e6);
}

TEST_CASE("a kernel that is far behind under sustained load is not held again") {
    SteadyRace race;
    race.cool_ns[2] = race.cool_ns[3] = 1.2e6;
    const ProblemResult tuned = race.tune();
    CHECK(race.order.empty());
    CHECK(winner(tuned) == "wide");
    CHECK(least_ns(tuned, "wide") == Approx(1.00e6));
}

TEST_CASE("where one kernel cannot be held the figures stay") {
    SteadyRace race;
    race.warm_ns[2] = 0;
    const ProblemResult tuned = race.tune();
    CHECK(race.order == "wt");
    CHECK(winner(tuned) == "wide");
    CHECK(least_ns(tuned, "wide") == Approx(1.00e6));
}

TEST_CASE("where two workers cannot be had the kernels keep their times") {
    KernelRace race({.wide = 1000, .tall = 1040, .wide_in_final = 1100, .tall_in_final = 1000});
    race.options.measure.make_bench = [&race, record = race.options.measure.make_bench](
                                          const BenchSetup& setup, const Timeouts& timeouts) {
        if (race.is_final && setup.space.name == "wide")
            throw Error(Exit::environment, "out of memory");
        return record(setup, timeouts);
    };
    CHECK(winner(race.tune()) == "wide");
    CHECK(race.stored("wide") == Approx(1000).epsilon(0.01));
    CHECK(race.stored("tall") == Approx(1040).epsilon(0.01));
}

TEST_CASE("problems that fill the memory once do not fit twice") {
    KernelRace race({.wide = 1000, .tall = 1040, .wide_in_final = 1100, .tall_in_final = 1000});
    race.made.here.device.global_memory = 4L * 5 * 256 * 256;
    race.made.know_local_memory(race.made.here);
    CHECK(winner(race.tune()) == "wide");
}
