// SPDX-License-Identifier: MIT
// A device that temporarily lacked memory or was gone does not invalidate stored results, even if
// an earlier hone stored that failure as a wrong result.
#include <catch2/catch.hpp>

#include "db/model/counting_trial.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

struct OneBest {
    Store store{":memory:"};
    MeasurementKey key = samples::key(store);
    Run run = store.start(samples::run(key));

    OneBest() {
        store.add(trial(run.id, 16, 1000));
        store.add(trial(run.id, 32, 2000));
    }
    void fails(Outcome outcome, AtFault at_fault, Purpose purpose = Purpose::search) {
        Trial lost = failed(run.id, 16, outcome);
        lost.at_fault = at_fault;
        lost.purpose = purpose;
        store.add(lost);
    }
    std::string best() { return store.best(key)->trial.config; }
    bool known_wrong() { return store.known_wrong(key.device, key.kernel, config(16)); }
};

constexpr const char* elsewhere = R"({"K":255,"M":255,"N":255})";

}  // namespace

TEST_CASE("an error code tells whether the device is at fault") {
    for (const int status : {-2, -4, -5, -6, -7}) CHECK(at_fault_by(status) == AtFault::device);
    for (const int status : {0, -1, -3, -11, -36, -54, -55})
        CHECK(at_fault_by(status) == AtFault::config);
}

TEST_CASE("a device that fails at another size makes no config wrong") {
    OneBest one;
    one.store.add(SizeCheck{one.run.id, config(16), elsewhere, Outcome::launch, "no memory",
                            AtFault::device});
    one.store.add(SizeCheck{one.run.id, config(16), elsewhere, Outcome::timeout,
                            "running: no answer in 10 s", AtFault::time_limit});
    const Run later = one.store.start(samples::run(samples::key(one.store, 128)));
    for (const AtFault at_fault : {AtFault::device, AtFault::time_limit}) {
        Trial called_wrong = wrong(later.id, 16);
        called_wrong.at_fault = at_fault;
        one.store.add(called_wrong);
    }
    CHECK_FALSE(one.known_wrong());
    CHECK(one.best() == config(16));
    one.store.add(SizeCheck{one.run.id, config(16), elsewhere, Outcome::launch,
                            "clEnqueueNDRangeKernel gave -54"});
    CHECK(one.known_wrong());
    CHECK(one.best() == config(32));
}

TEST_CASE("a check that the device has cut off leaves the best as it is") {
    OneBest one;
    one.fails(Outcome::crash, AtFault::device, Purpose::check);
    one.fails(Outcome::launch, AtFault::device);
    CHECK(one.best() == config(16));
    std::map<std::string, Trial> counting;
    for (const Trial& trial : one.store.trials(one.key)) add_newer(counting, trial.config, trial);
    CHECK(counting.at(config(16)).outcome == Outcome::ok);
    one.fails(Outcome::launch, AtFault::config, Purpose::check);
    CHECK(one.best() == config(32));
}

TEST_CASE("one timeout at another size puts no config in quarantine, also if it is stored twice") {
    OneBest one;
    const auto times_out = [&] {
        const std::string why = "running: no answer in 30 s";
        one.store.kill(one.run.id, config(16), Cause::timeout, why);
        one.store.kill(one.run.id, config(16), Cause::timeout,
                       "right here, timeout at " + std::string(elsewhere) + ": " + why,
                       AtFault::time_limit);
    };
    times_out();
    CHECK_FALSE(one.store.quarantined(one.key.device, one.key.kernel, config(16)));
    times_out();
    CHECK(one.store.quarantined(one.key.device, one.key.kernel, config(16)));
}

TEST_CASE("a device that is gone puts no config in quarantine") {
    OneBest one;
    for (int i = 0; i < 2; ++i)
        one.store.kill(one.run.id, config(16), Cause::crash, "clFinish gave -2", AtFault::device);
    CHECK_FALSE(one.store.quarantined(one.key.device, one.key.kernel, config(16)));
    for (int i = 0; i < 2; ++i)
        one.store.kill(one.run.id, config(16), Cause::crash, "clFinish gave -36");
    CHECK(one.store.quarantined(one.key.device, one.key.kernel, config(16)));
}

TEST_CASE("the words of a message change nothing") {
    OneBest one;
    const auto says = [&](const std::string& message, AtFault at_fault) {
        Trial lost = failed(one.run.id, 16, Outcome::launch);
        lost.message = message;
        lost.at_fault = at_fault;
        lost.purpose = Purpose::check;
        one.store.add(lost);
    };
    const std::string long_log(5000, 'x');  // its end is not stored
    for (const std::string& message : {std::string("the device has no memory left"), long_log})
        says(message, AtFault::device);
    CHECK(one.best() == config(16));
    one.store.add(SizeCheck{one.run.id, config(32), elsewhere, Outcome::launch,
                            "a log that ends with: f gave -5", AtFault::config});
    CHECK(one.store.known_wrong(one.key.device, one.key.kernel, config(32)));
    says("a log that ends with: f gave -5", AtFault::config);
    CHECK_FALSE(one.store.best(one.key));
}
