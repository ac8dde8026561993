// SPDX-License-Identifier: MIT
// An application asks for the config that is best under sustained load, or that needs the least
// energy.
#include "db/lookup/tuned.hpp"

#include <catch2/catch.hpp>

#include "db/store/sustained_timing.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tests/environment.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A config with its time after pauses and its figures under sustained load.
struct MeasuredUnderLoad {
    std::int64_t tile;
    std::int64_t ns;
    double steady_ns, joules;
};

/// The results of `hone tune --objective energy` for 256³ on the GPU.
std::string measure(Store& store, const std::vector<MeasuredUnderLoad>& all,
                    const std::string& conditions = "{}") {
    Run about =
        run({store.add(gpu()), store.add(product()), "f32", size(256, 256, 256), conditions});
    about.uuid = gpu().uuid;
    const Run started = store.start(about);
    for (const MeasuredUnderLoad& each : all) {
        Trial timed = trial(started.id, each.tile, each.ns);
        timed.config = canonical({{"TILE", each.tile}, {"KIND", "fast"}});
        timed = store.add(timed);
        SustainedTiming sustained;
        sustained.trial = timed.id;
        sustained.seconds = 2;
        sustained.run_ns = each.steady_ns;
        sustained.joules = each.joules;
        sustained.watts = each.joules > 0 ? 100 : 0;
        (each.joules > 0 ? sustained.meter : sustained.message) = "NVML";
        store.add(sustained);
        store.add(started.id, Finalist{.trial = timed.id, .rank = 1, .tied = false});
    }
    store.end(started.id, State::finished);
    return started.id;
}

/// The fastest after pauses, the fastest under load, the most frugal one, and the smallest product.
const std::vector<MeasuredUnderLoad> four{{8, 1000, 2000, 4e-3},
                                          {16, 1100, 1500, 5e-3},
                                          {32, 1200, 3000, 2e-3},
                                          {64, 1300, 1600, 2.5e-3}};

class AskedByObjective {
  public:
    explicit AskedByObjective(const std::filesystem::path& file) : tuned_({file}) {
        tuned_.trust_databases();
    }

    TunedKernel find(Objective objective, std::int64_t n = 256, const Device& device = gpu()) {
        return tuned_.find("product", device, "f32", cube(n), objective);
    }
    TunedKernel reject(const TunedKernel& answer) { return tuned_.reject(answer); }

  private:
    Tuned tuned_;
};

}  // namespace

TEST_CASE("an application gets what is best by its objective") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
    }
    AskedByObjective asked(folder / "a.db");
    const auto tile = [&](Objective objective) { return tile_of(asked.find(objective)); };
    CHECK(tile(Objective::time) == 8);
    CHECK(tile(Objective::sustained) == 16);
    CHECK(tile(Objective::energy) == 32);
    CHECK(tile(Objective::edp) == 64);
    const TunedKernel frugal = asked.find(Objective::energy);
    CHECK(frugal.match == Match::exact);
    CHECK(frugal.expected_ns == 3000);
    CHECK(frugal.query.objective == Objective::energy);
    CHECK_THAT(frugal.reason, Catch::Contains("it has the least energy"));
    const TunedKernel next = asked.reject(frugal);  // by the same objective
    CHECK(tile_of(next) == 64);
    CHECK(tile(Objective::time) == 8);
}

TEST_CASE("what is too large for one problem stays the answer for others") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const auto ask = [&](std::int64_t n) { return tuned.find("product", gpu(), "f32", cube(n)); };
    const TunedKernel here = ask(256);
    const TunedKernel there = ask(2048);
    REQUIRE(there.config == here.config);
    CHECK(tuned.reject_for_problem(there).config != here.config);
    CHECK(ask(2048).config != here.config);
    CHECK(ask(256).config == here.config);
    tuned.reject(here);
    CHECK(ask(256).config != here.config);
}

TEST_CASE("if the best cannot run, the next that was timed for the problem is the answer") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
    }
    AskedByObjective asked(folder / "a.db");
    TunedKernel answer = asked.find(Objective::time);
    for (const MeasuredUnderLoad& each : four) {
        CHECK(tile_of(answer) == each.tile);
        CHECK(answer.match == Match::exact);
        CHECK(answer.expected_ns == static_cast<double>(each.ns));
        answer = asked.reject(answer);
    }
    CHECK(answer.match == Match::defaults);
}

TEST_CASE("a config that many others outrun has the least energy, too") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        std::vector<MeasuredUnderLoad> many;
        for (std::int64_t tile = 8; tile < 48; ++tile)
            many.push_back({tile, 1000 + tile, 1000.0 + static_cast<double>(tile), 1e-2});
        many.push_back({64, 5000, 5000, 1e-3});
        measure(store, many);
    }
    AskedByObjective asked(folder / "a.db");
    CHECK(tile_of(asked.find(Objective::energy)) == 64);
    CHECK(tile_of(asked.find(Objective::time)) == 8);
}

TEST_CASE("what was measured again counts") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
        measure(store, {{32, 1200, 3000, 9e-3}});
    }
    CHECK(tile_of(AskedByObjective(folder / "a.db").find(Objective::energy)) == 64);
}

TEST_CASE("where nothing was measured under load the fastest answers, and the reason says so") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
    }
    AskedByObjective asked(folder / "a.db");
    const TunedKernel near = asked.find(Objective::energy, 512);
    CHECK(near.match == Match::near);
    CHECK(tile_of(near) == tile_of(asked.find(Objective::time, 512)));
    CHECK_THAT(near.reason, Catch::Contains("no energy under sustained load was measured for this "
                                            "problem, so it was chosen by its time"));
    Device other = gpu();
    other.name = "ACME Rocket 200";
    other.uuid.clear();
    CHECK_THAT(asked.find(Objective::edp, 256, other).reason,
               Catch::Contains("no energy times time under sustained load was measured"));
    CHECK_THAT(asked.find(Objective::time, 512).reason, !Catch::Contains("sustained load"));
}

TEST_CASE("without a meter there is a time under load, and no energy") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, {{8, 1000, 2000, 0}, {16, 1100, 1500, 0}});
    }
    AskedByObjective asked(folder / "a.db");
    CHECK(tile_of(asked.find(Objective::sustained)) == 16);
    CHECK(tile_of(asked.find(Objective::energy)) == 8);
    CHECK_THAT(asked.find(Objective::energy).reason, Catch::Contains("no energy under sustained"));
}

TEST_CASE("what is known to be wrong, changed or relaxed is no answer by any objective") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        const std::string run = measure(store, four);
        store.add(SizeCheck{.run = run,
                            .config = canonical({{"TILE", std::int64_t{32}}, {"KIND", "fast"}}),
                            .problem = size(31, 33, 65),
                            .outcome = Outcome::wrong,
                            .message = "wrong"});
        store.end(run, State::finished);
        measure(store, {{128, 1000, 100, 1e-6}}, canonical({{"options", "-cl-fast-relaxed-math"}}));
        store.connection().run(
            "UPDATE trial SET config = replace(config, '64', '48') "
            "WHERE config LIKE '%64%'");
    }
    AskedByObjective asked(folder / "a.db");
    CHECK(tile_of(asked.find(Objective::energy)) == 8);
}

TEST_CASE("HONE_MODE=off answers with the defaults by any objective") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        measure(store, four);
    }
    const test::Variable off("HONE_MODE", "off");
    CHECK(AskedByObjective(folder / "a.db").find(Objective::energy).match == Match::defaults);
}
