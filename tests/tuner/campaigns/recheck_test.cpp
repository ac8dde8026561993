// SPDX-License-Identifier: MIT
// Stored bests, measured again: unchanged, slower, faster, wrong, of another driver, of another
// text.
#include "tuner/campaigns/recheck.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "db/program/trusted_texts.hpp"
#include "db/store/kernel_origin.hpp"
#include "db/store/merge.hpp"

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

/// A device that is gone.
class LostDeviceBench final : public RecordedBench {
  public:
    explicit LostDeviceBench(const RecordedSpace& recorded) : RecordedBench(recorded) {}

    RunResult run(const Config& /*config*/, const SamplingLimits& /*limits*/) override {
        RunResult result;
        result.outcome = Outcome::crash;
        result.message = "clFinish gave -2";
        result.at_fault = AtFault::device;
        return result;
    }
};

/// A device whose driver does not start a worker.
class UnusableDeviceBench final : public RecordedBench {
  public:
    explicit UnusableDeviceBench(const RecordedSpace& recorded) : RecordedBench(recorded) {}

    void open() override { throw Error(Exit::environment, "the driver fails", "restart it"); }
};

struct TunedTwice : MadeCampaign {
    TunedTwice() {
        time = [this](const MadeCase& one) {
            return around(one, 16, 128, one.kernel == "wide" ? wide_us : tall_us);
        };
        tune(here, spaces, problem(256));
    }

    RecheckOptions options(const std::string& what = {}) {
        RecheckOptions options;
        options.measure = measure_options();
        for (const Space& space : spaces) options.spaces.emplace(space.name, space);
        options.what = what;
        options.command = command();
        return options;
    }

    /// The verdicts by kernel.
    std::map<std::string, CheckedBest> check(const std::string& what = {}) {
        const RecheckOptions all = options(what);
        std::map<std::string, CheckedBest> verdicts;
        for (const CheckedBest& one :
             recheck(all, here, bests_of_device(all, here, store), campaign()))
            verdicts[one.stored.kernel.name] = one;
        return verdicts;
    }

    double wide_us = 1000, tall_us = 2000;
};

}  // namespace

TEST_CASE("a quiet device is as before") {
    TunedTwice made;
    const auto checked = made.check();
    REQUIRE(checked.size() == 2);
    for (const auto& [kernel, one] : checked) {
        CHECK(one.verdict == Change::as_before);
        CHECK(one.stored.same_kernel);
        CHECK(one.stored.same_driver);
        CHECK(one.is_well());
    }
}

TEST_CASE("a word selects a kernel or its routine") {
    TunedTwice made;
    CHECK(made.check("tall").size() == 1);
    CHECK(made.check("gemm").size() == 2);
    CHECK(made.check("reduction").empty());
}

TEST_CASE("a slower best is measured twice, and the answer moves to the other kernel") {
    TunedTwice made;
    made.check_best(made.here, made.problem(256), "wide TILE=16 WG=128");
    made.wide_us = 3000;
    const auto checked = made.check();
    CHECK(checked.at("wide").verdict == Change::slower);
    CHECK_FALSE(checked.at("wide").is_well());
    CHECK(checked.at("wide").before.median == Approx(1e6).epsilon(0.01));
    CHECK(checked.at("wide").now->time.median == Approx(3e6).epsilon(0.01));
    CHECK(checked.at("tall").verdict == Change::as_before);
    const auto trials = made.store.trials(checked.at("wide").now->run);
    CHECK(trials.size() == 3);  // checked, timed, and timed again
    made.check_best(made.here, made.problem(256), "tall TILE=16 WG=128");
}

TEST_CASE("what a check measured faster is the best from then on") {
    TunedTwice made;
    made.tall_us = 500;
    CHECK(made.check().at("tall").verdict == Change::faster);
    made.check_best(made.here, made.problem(256), "tall TILE=16 WG=128");
    made.wide_us = 250;
    made.check("wide");
    made.check_best(made.here, made.problem(256), "wide TILE=16 WG=128");
}

TEST_CASE("a check that a device ends early leaves no run that seems to go on") {
    TunedTwice made;
    made.make_bench = [](const BenchSetup& /*setup*/, const RecordedSpace& recorded) {
        return std::make_unique<UnusableDeviceBench>(recorded);
    };
    for (const auto& [kernel, one] : made.check()) CHECK(one.device_failed);
    const std::vector<Run> runs = made.store.runs();
    CHECK(std::ranges::count(runs, State::interrupted, &Run::state) == 2);
    CHECK(std::ranges::count(runs, State::running, &Run::state) == 0);
}

TEST_CASE("a device that fails in a check takes no best away") {
    TunedTwice made;
    const auto before = made.make_bench;
    made.make_bench = [](const BenchSetup& /*setup*/, const RecordedSpace& recorded) {
        return std::make_unique<LostDeviceBench>(recorded);
    };
    for (int i = 0; i < 2; ++i) {
        const auto checked = made.check();
        REQUIRE(checked.size() == 2);
        for (const auto& [kernel, one] : checked) {
            CHECK(one.verdict == Change::failed);
            CHECK(one.device_failed);
        }
        made.check_best(made.here, made.problem(256), "wide TILE=16 WG=128");
    }
    made.make_bench = before;
    CHECK(made.check().at("wide").is_well());
}

TEST_CASE("after a new driver the bests are measured again, and are the bests there") {
    TunedTwice made;
    LocalDevice updated = made.here;
    updated.device.driver = "9.9";
    made.know_local_memory(updated);
    const RecheckOptions options = made.options();
    const auto checked =
        recheck(options, updated, bests_of_device(options, updated, made.store), made.campaign());
    REQUIRE(checked.size() == 2);
    for (const CheckedBest& one : checked) {
        CHECK_FALSE(one.stored.same_driver);
        CHECK(one.driver_now == "9.9");
        CHECK(one.verdict == Change::as_before);
    }
    made.check_best(updated, made.problem(256), "wide TILE=16 WG=128");
}

TEST_CASE("a changed kernel is checked with the text that was tuned") {
    TunedTwice made;
    std::ofstream(made.folder / "wide.cl", std::ios::app) << "// newer\n";
    const auto checked = made.check("wide");
    REQUIRE(checked.size() == 1);
    CHECK_FALSE(checked.at("wide").stored.same_kernel);
    CHECK(checked.at("wide").verdict == Change::as_before);
}

TEST_CASE("a best whose space has gone is checked, and one that cannot be read says why") {
    TunedTwice made;
    RecheckOptions options = made.options();
    options.spaces.clear();
    auto stored = bests_of_device(options, made.here, made.store);
    REQUIRE(stored.size() == 2);
    stored[0].kernel.space = "routine = ";
    const auto checked = recheck(options, made.here, stored, made.campaign());
    REQUIRE(checked.size() == 2);
    CHECK(checked[0].verdict == Change::failed);
    CHECK_FALSE(checked[0].obstacle.empty());
    CHECK(checked[1].verdict == Change::as_before);
}

TEST_CASE("texts that a merge brought are not built unless that is said") {
    TunedTwice theirs;
    std::ofstream(theirs.spaces[0].source, std::ios::app) << "// their own text\n";
    theirs.tune(theirs.here, theirs.spaces, theirs.problem(512));
    TunedTwice made;
    merge(made.store, theirs.store.connection().file());

    RecheckOptions options = made.options();
    options.spaces.erase("wide");  // gone, so that nobody here has chosen it
    const auto check = [&] {
        std::vector<CheckedBest> refused;
        for (const CheckedBest& one :
             recheck(options, made.here, bests_of_device(options, made.here, made.store),
                     made.campaign()))
            if (!one.now) refused.push_back(one);
        return refused;
    };
    const std::vector<CheckedBest> refused = check();
    REQUIRE(refused.size() == 1);
    CHECK_THAT(refused[0].stored.kernel.source, Catch::Contains("their own text"));
    CHECK_THAT(refused[0].obstacle, Catch::Contains(theirs.store.connection().file().string()));
    CHECK_FALSE(refused[0].is_well());

    options.trust_databases = true;
    const std::string& kernel = refused[0].stored.best.key.kernel;
    const auto make_bench = options.measure.make_bench;
    options.measure.make_bench = [&](const BenchSetup& setup, const Timeouts& timeouts) {
        if (id_of(setup.kernel) == kernel)  // hone may be killed here
            CHECK(origin_of(made.store, kernel) == theirs.store.connection().file().string());
        return make_bench(setup, timeouts);
    };
    CHECK(check().empty());
    CHECK(origin_of(made.store, kernel) == theirs.store.connection().file().string());
}

TEST_CASE("a text that was changed after it was stored is not built, whoever is trusted") {
    TunedTwice made;
    made.store.connection().run("UPDATE kernel SET source = source || ' ' WHERE name = 'wide'");
    const RecheckOptions options = [&] {
        RecheckOptions all = made.options();
        all.trust_databases = GENERATE(false, true);
        return all;
    }();
    for (const CheckedBest& one :
         recheck(options, made.here, bests_of_device(options, made.here, made.store),
                 made.campaign())) {
        CHECK(one.now.has_value() == (one.stored.kernel.name == "tall"));
        if (!one.now) CHECK_THAT(one.obstacle, Catch::Contains("was changed"));
    }
}

TEST_CASE("what this user has not chosen on this machine is not built, whatever a database says") {
    TunedTwice made;
    RecheckOptions options = made.options();
    options.spaces.clear();  // without them no space names the kernels now
    const auto refused = [&] {
        std::vector<CheckedBest> all = recheck(
            options, made.here, bests_of_device(options, made.here, made.store), made.campaign());
        CHECK(all.size() == 2);
        std::erase_if(all, [](const CheckedBest& one) { return one.now.has_value(); });
        return all;
    };
    CHECK(refused().empty());

    const std::string mine = std::getenv("XDG_DATA_HOME");
    const samples::Folder of_somebody_else;
    setenv("XDG_DATA_HOME", (of_somebody_else / "").c_str(), 1);
    const std::vector<CheckedBest> of_others = refused();
    options.trust_databases = true;
    CHECK(refused().empty());
    options.trust_databases = false;
    CHECK(refused().size() == 2);  // a check alone trusts nothing
    trust_text(TextKind::kernel, of_others.at(0).stored.best.key.kernel);
    CHECK(refused().size() == 1);
    setenv("XDG_DATA_HOME", mine.c_str(), 1);

    REQUIRE(of_others.size() == 2);
    const std::string file = made.store.connection().file().string();
    CHECK_THAT(of_others[0].obstacle, Catch::Contains("its texts came from " + file));
    CHECK_THAT(of_others[0].obstacle, Catch::Contains("--trust-databases"));
}
