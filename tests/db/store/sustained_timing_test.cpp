// SPDX-License-Identifier: MIT
// Measurements under sustained load are kept, merged, shared and forgotten with their trial.
#include <catch2/catch.hpp>

#include "db/store/check_database.hpp"
#include "db/store/forget.hpp"
#include "db/store/garbage_collect.hpp"
#include "db/store/merge.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

SustainedTiming sustained(const std::string& trial, double joules) {
    SustainedTiming one;
    one.trial = trial;
    one.seconds = 2;
    one.run_ns = 1100;
    one.joules = joules;
    one.watts = joules / 1100e-9;
    one.clock_mhz = 1500;
    one.meter = "NVML";
    one.throttled = "power limit";
    return one;
}

/// A run with a config under load.
Run filled(Store& store, double joules = 3e-4) {
    const Run run = store.start(samples::run(samples::key(store)));
    store.add(sustained(store.add(trial(run.id, 16)).id, joules));
    store.end(run.id, State::finished);
    return run;
}

}  // namespace

TEST_CASE("what a config takes under load is read as it was stored") {
    Store store(":memory:");
    const Run run = filled(store);
    const std::string id = store.trials(run.id).at(0).id;
    CHECK(store.sustained_timings(run.id) == std::vector{sustained(id, 3e-4)});
    const auto all = store.sustained_timings(Wanted{});
    REQUIRE(all.size() == 1);
    CHECK(all[0].sustained == sustained(id, 3e-4));
    CHECK(all[0].best.trial.id == id);
    CHECK(all[0].best.key == run.key);
    CHECK(all[0].best.kernel == "gemm_tile");
    Wanted other;
    other.kernel = "gemm_simt";
    CHECK(store.sustained_timings(other).empty());
    CHECK(faults(store).empty());
}

TEST_CASE("of one config the last measurement counts, and of a wrong one none") {
    Store store(":memory:");
    filled(store, 3e-4);
    const Run run = store.start(samples::run(samples::key(store)));
    Trial later = trial(run.id, 16);
    later.started = 4'000'000'000'000;
    store.add(sustained(store.add(later).id, 2e-4));
    REQUIRE(store.sustained_timings(Wanted{}).size() == 1);
    CHECK(store.sustained_timings(Wanted{}).at(0).sustained.joules == 2e-4);
    store.add(wrong(run.id, 16));
    CHECK(store.sustained_timings(Wanted{}).empty());
}

TEST_CASE("energy without a meter, and none without a reason, are refused") {
    Store store(":memory:");
    const Run run = filled(store);
    SustainedTiming bad = sustained(store.add(trial(run.id, 32)).id, 1e-4);
    bad.meter.clear();
    CHECK_THROWS_AS(store.add(bad), StoreError);
    bad.meter = "NVML";
    bad.joules = 0;
    CHECK_THROWS_AS(store.add(bad), StoreError);
    bad.message = "it stands still";
    CHECK_NOTHROW(store.add(bad));
}

TEST_CASE("it is merged once, kept by garbage collection, and forgotten with its run") {
    const Folder folder;
    std::string slow;
    {
        Store store(folder / "a.db");
        const Run run = filled(store);
        slow = store.add(trial(run.id, 32, 5000)).id;
        store.add(failed(run.id, 48, Outcome::crash));
        store.add(sustained(slow, 1e-4));
    }
    Store store(folder / "b.db");
    merge(store, folder / "a.db");
    merge(store, folder / "a.db");
    CHECK(store.sustained_timings(Wanted{}).size() == 2);
    CHECK(garbage_collect(store, 0, false).trials == 1);
    CHECK(store.sustained_timings(Wanted{}).size() == 2);
    forget(store, store.runs());
    CHECK(store.connection().integer("SELECT count(*) FROM steady_timing") == 0);
    CHECK(faults(store).empty());
}
