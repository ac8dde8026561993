// SPDX-License-Identifier: MIT
// Sessions whose objective is not the time after pauses, on a recorded bench.
#include <catch2/catch.hpp>
#include <map>

#include "db/store/check_database.hpp"
#include "tests/tuner/session/recorded_session.hpp"

using namespace hone;
using namespace hone::recorded_session;

namespace {

/// A session in which the fastest config draws so much power that another needs less energy, and a
/// third is the fastest under load.
struct SteadySession : RecordedSession {
    explicit SteadySession(Objective objective) {
        task.objective = objective;
        behavior.sustained = [this](const Config& config) { return steady_of(config); };
    }

    SustainedTiming steady_of(const Config& config) {
        const std::string text = config_text(space(), config);
        ++held[text];
        SustainedTiming sustained;
        sustained.seconds = 2;
        sustained.run_ns = made_time(space(), config) * (text == text_of(32, 128, 0) ? 1.2 : 1);
        sustained.watts = text == text_of(40, 128, 0) ? 100 : 300;
        sustained.joules = sustained.watts * sustained.run_ns * 1e-9;
        sustained.meter = "made";
        return sustained;
    }
    const std::string& chosen(const TuningResult& result) const { return result.best->config; }

    std::map<std::string, int> held;
};

}  // namespace

TEST_CASE("a search for energy chooses the config that needs least of it, not the fastest") {
    SteadySession session(Objective::energy);
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(session.chosen(result) == session.text_of(40, 128, 0));
    REQUIRE(result.sustained.finalists.size() > 3);
    CHECK(std::ranges::is_sorted(result.sustained.finalists, {},
                                 [](const auto& one) { return one.sustained.joules; }));
    // Its time is not the best one; applications still get the fastest.
    CHECK(result.best->time.median > 1.1e6);
    CHECK(session.store.best(result.run.key)->trial.config == session.text_of(32, 128, 0));
    const auto stored = session.store.sustained_timings(result.run.id);
    CHECK(stored.size() == result.sustained.finalists.size());
    CHECK(session.store.run(result.run.id)->options == R"({"objective":"energy"})");
    CHECK(faults(session.store).empty());
}

TEST_CASE("a search for the time under load chooses what is fastest there") {
    SteadySession session(Objective::sustained);
    CHECK(session.chosen(session.run()) == session.text_of(32, 128, 1));
}

TEST_CASE("energy times time stands between both") {
    SteadySession session(Objective::edp);
    CHECK(session.chosen(session.run()) == session.text_of(40, 128, 0));
}

TEST_CASE("what comes near the least is measured twice, and what is slow is not held at all") {
    SteadySession session(Objective::energy);
    const TuningResult result = session.run();
    CHECK(session.held.at(session.text_of(40, 128, 0)) == 2);
    CHECK(result.sustained.finalists.front().sustained.seconds == 4);
    CHECK(session.held.at(session.text_of(32, 128, 0)) == 1);
    CHECK_FALSE(session.held.contains(session.text_of(8, 32, 0)));
    CHECK(session.held.size() <= 13);
    CHECK(session.held.contains(session.text_of(16, 64, 0)));  // the defaults
}

TEST_CASE("a config that is wrong elsewhere needs no energy worth knowing") {
    SteadySession session(Objective::energy);
    session.behavior.size_check = [&](const Config& config) {
        return config_text(session.space(), config) == session.text_of(40, 128, 0) ? Outcome::wrong
                                                                                   : Outcome::ok;
    };
    const TuningResult result = session.run();
    CHECK_FALSE(session.chosen(result) == session.text_of(40, 128, 0));
    CHECK_FALSE(session.held.contains(session.text_of(40, 128, 0)));
}

TEST_CASE("a meter that fails leaves the best by time, and says why") {
    SteadySession session(Objective::energy);
    session.behavior.sustained = [](const Config& /*config*/) {
        SustainedTiming sustained;
        sustained.seconds = sustained.run_ns = 1;
        sustained.message = "NVML: the energy counter stands still";
        return sustained;
    };
    const TuningResult result = session.run();
    CHECK(session.chosen(result) == session.text_of(32, 128, 0));
    CHECK(result.sustained.finalists.empty());
    CHECK(result.sustained.fault == "NVML: the energy counter stands still");
}

TEST_CASE("a search by time holds nothing under load") {
    SteadySession session(Objective::time);
    CHECK(session.run().sustained.finalists.empty());
    CHECK(session.held.empty());
}
