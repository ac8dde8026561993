// SPDX-License-Identifier: MIT
// A temporary failure of the device is tried again, and is no verdict on a config.
#include <catch2/catch.hpp>

#include "tests/tuner/session/recorded_session.hpp"

using namespace hone;
using recorded_session::RecordedSession;

namespace {

struct FailingChecks {
    RunResult failure;
    std::size_t most = 0;  // of the checks of one config
    std::map<Config, std::size_t> failed = {};
};

/// Its first checks at other sizes fail.
class FailingChecksBench final : public RecordedBench {
  public:
    FailingChecksBench(const RecordedSpace& recorded, FailingChecks& checks)
        : RecordedBench(recorded), checks_(checks) {}

    RunResult run_size_check(const Plan& plan, const Problem& problem) override {
        if (checks_.failed[plan.config] >= checks_.most)
            return RecordedBench::run_size_check(plan, problem);
        ++checks_.failed[plan.config];
        return checks_.failure;
    }

  private:
    FailingChecks& checks_;
};

RunResult failure(Outcome outcome, const std::string& message, AtFault at_fault = AtFault::config) {
    RunResult result;
    result.outcome = outcome;
    result.message = message;
    result.at_fault = at_fault;
    return result;
}

bool is_wrong(RecordedSession& session, const Run& run, const std::string& config) {
    return session.store.known_wrong(run.key.device, run.key.kernel, config);
}

}  // namespace

TEST_CASE("where the first device fails before others were compared with it, another goes on") {
    struct Failing : RecordedBench {
        Failing(const RecordedSpace& recorded, std::vector<std::string>& begun)
            : RecordedBench(recorded), fails(begun.empty()) {
            begun.emplace_back("a bench");
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            if (fails && ++runs == 2)
                throw Error(Exit::environment, "the driver is gone", "restart it");
            return RecordedBench::run(config, limits);
        }
        bool fails;
        int runs = 0;
    };
    RecordedSession session;
    LocalDevice second = session.task.setup.device;
    second.device.pci = "0000:02:00.0";
    session.task.other_devices = {second};
    std::vector<std::string> begun;
    session.measure_with<Failing>(begun);
    const TuningResult result = session.run();
    CHECK(begun.size() == 2);
    CHECK(result.failures.size() == 1);
    CHECK(result.tried == 36);
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
}

TEST_CASE("a check at another size that the device fails at once is made again") {
    RecordedSession session;
    FailingChecks checks{.failure = failure(Outcome::launch, "out of memory", AtFault::device),
                         .most = 1};
    session.measure_with<FailingChecksBench>(checks);
    const TuningResult result = session.run();
    CHECK_FALSE(checks.failed.empty());
    CHECK(result.outcomes.at(Outcome::ok) == 36);
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
}

TEST_CASE("a config whose check the device fails at is told to nobody, and tried by the next run") {
    RecordedSession session;
    const bool is_late = GENERATE(false, true);
    FailingChecks checks{
        .failure = is_late ? failure(Outcome::timeout, "running: no answer in 30 s")
                           : failure(Outcome::launch, "out of memory", AtFault::device),
        .most = 1000};
    session.measure_with<FailingChecksBench>(checks);
    const TuningResult ill = session.run();
    const std::string fastest = session.text_of(32, 128, 0);
    CHECK_FALSE(ill.best);
    CHECK_FALSE(is_wrong(session, ill.run, fastest));
    CHECK(ill.outcomes.count(Outcome::wrong) == 0);
    CHECK(ill.outcomes.at(is_late ? Outcome::timeout : Outcome::launch) > 0);
    CHECK(session.store.quarantine(ill.run.key.device, ill.run.key.kernel).empty());
    if (is_late) return;
    checks.most = 0;
    const TuningResult healthy = session.run();
    REQUIRE(healthy.best);
    CHECK(healthy.best->config == fastest);
    CHECK(healthy.outcomes.at(Outcome::ok) == 36);
}

TEST_CASE("where all that ran is known to be wrong the reason is told") {
    RecordedSession session;
    FailingChecks checks{.failure = failure(Outcome::wrong, "C[0] is 1"), .most = 1000};
    session.measure_with<FailingChecksBench>(checks);
    session.task.where = {{"one config", Expression::parse("TILE == 32 && WG == 128 && PAD == 0")}};
    const Run first = session.run().run;
    checks.most = 0;
    session.task.resume = false;
    const TuningResult second = session.run();
    CHECK_FALSE(second.best);
    CHECK(second.outcomes.at(Outcome::ok) == 1);
    CHECK_THAT(second.failure,
               Catch::StartsWith("known to be wrong since run " + first.id.substr(0, 10)));
    CHECK_THAT(second.failure, Catch::EndsWith("C[0] is 1"));
}

TEST_CASE("what failed for want of memory is tried again, and what cannot be launched is not") {
    RecordedSession session;
    session.task.max_evals = 1;
    const Run first = session.run().run;
    session.task.max_evals.reset();
    const auto fails = [&](std::int64_t tile, int status) {
        Trial trial;
        trial.run = first.id;
        trial.config = session.text_of(tile, 128, 0);
        trial.outcome = Outcome::launch;
        trial.message = "it cannot be launched";
        trial.at_fault = at_fault_by(status);
        session.store.add(trial);
    };
    fails(32, CL_OUT_OF_RESOURCES);
    fails(40, CL_INVALID_WORK_GROUP_SIZE);
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
    CHECK(result.outcomes.at(Outcome::launch) == 1);
}

TEST_CASE("a device that is gone is held against no config") {
    RecordedSession session;
    FailingChecks checks{.failure = failure(Outcome::crash, "the device is gone", AtFault::device),
                         .most = 1000};
    session.measure_with<FailingChecksBench>(checks);
    const TuningResult result = session.run();
    CHECK_FALSE(result.best);
    CHECK(session.store.quarantine(result.run.key.device, result.run.key.kernel).empty());
    CHECK_FALSE(is_wrong(session, result.run, session.text_of(32, 128, 0)));
}
