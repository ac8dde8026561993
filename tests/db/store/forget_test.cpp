// SPDX-License-Identifier: MIT
// Forgetting a run removes its results, and the earlier best is the best again.
#include "db/store/forget.hpp"

#include <catch2/catch.hpp>

#include "db/store/check_database.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A run with one row in every table, whose best takes this many nanoseconds.
Run full_run(Store& store, std::int64_t ns) {
    const Run run = store.start(samples::run(samples::key(store)));
    const Trial best = store.add(trial(run.id, ns % 7, ns));
    store.add(wrong(run.id, 200 + ns));
    store.add(run.id, Finalist{best.id, 1, false});
    store.add(SizeCheck{run.id, config(ns % 7), "{}", Outcome::ok, ""});
    store.add_audit(best.id, "occupancy");
    store.kill(run.id, config(300 + ns), Cause::crash, "signal 11");
    store.end(run.id, State::finished);
    return run;
}

}  // namespace

TEST_CASE("a run that is forgotten leaves nothing, and the best before it is told again") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run first = full_run(store, 2000);
    const double before = store.bests().at(0).trial.time.median;
    const Run second = full_run(store, 1000);
    REQUIRE(store.bests().at(0).trial.time.median < before);

    const Forgotten gone = forget(store, {second});
    CHECK(gone.runs == 1);
    CHECK(gone.trials == 2);
    CHECK(gone.kernels == 0);
    CHECK(store.runs().size() == 1);
    CHECK(store.bests().at(0).trial.time.median == before);
    CHECK(store.bests().at(0).trial.run == first.id);
    CHECK_FALSE(store.known_wrong(first.key.device, first.key.kernel, config(1200)));
    CHECK(store.known_wrong(first.key.device, first.key.kernel, config(2200)));
    CHECK(faults(store).empty());
}

TEST_CASE("what cannot be forgotten to the end is not forgotten at all") {
    const Folder folder;
    Store store(folder / "a.db");
    full_run(store, 2000);
    const Run second = full_run(store, 1000);
    const double best = store.bests().at(0).trial.time.median;
    store.connection().run(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.tuned "
        "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
    CHECK_THROWS_AS(forget(store, {second}), StoreError);
    store.connection().run("DROP TRIGGER temp.full");
    CHECK(store.runs().size() == 2);
    CHECK(store.bests().at(0).trial.time.median == best);
    CHECK(store.connection().integer("SELECT count(1) FROM tuned") > 0);
    CHECK(faults(store).empty());
}

TEST_CASE("a kernel goes with its last run") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run only = full_run(store, 2000);
    REQUIRE(store.kernels().size() == 1);
    CHECK(forget(store, {only}).kernels == 1);
    CHECK(store.kernels().empty());
    CHECK(store.bests().empty());
    CHECK(store.runs().empty());
    CHECK(faults(store).empty());
    full_run(store, 1500);  // and can be tuned again
    CHECK(store.bests().size() == 1);
}
