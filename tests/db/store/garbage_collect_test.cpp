// SPDX-License-Identifier: MIT
// Garbage collection removes the trials that no result refers to, and leaves the others unchanged.
#include "db/store/garbage_collect.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "db/store/check_database.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A finished search of a hundred trials.
Run searched(Store& store) {
    const Run run = store.start(samples::run(samples::key(store)));
    for (std::int64_t i = 0; i < 100; ++i) store.add(trial(run.id, i, 2000 + (i * 37) % 100));
    store.add(wrong(run.id, 200));
    Trial chosen = trial(run.id, 27, 1999);
    chosen.purpose = Purpose::final;
    chosen = store.add(chosen);
    store.add(run.id, Finalist{chosen.id, 1, false});
    store.add(SizeCheck{run.id, config(27), "{}", Outcome::ok, ""});
    store.add_audit(store.trials(run.id).at(50).id, "occupancy");
    store.end(run.id, State::finished);
    return run;
}

/// The times that estimates are made from.
std::vector<std::string> times(Store& store) {
    std::vector<std::string> all;
    Statement rows(store.connection(),
                   "SELECT config || ' ' || median_ns FROM timing ORDER BY config");
    while (rows.step()) all.emplace_back(rows.text(0));
    return all;
}

}  // namespace

TEST_CASE("garbage collection keeps bests, finalists, size checks, audits and what was wrong") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run run = searched(store);
    const auto best = store.bests().at(0).trial.id;
    const GarbageCollected would = garbage_collect(store, 0, true);
    CHECK(store.trials(run.id).size() == 102);
    const GarbageCollected swept = garbage_collect(store, 0, false);
    CHECK(swept.trials == would.trials);
    CHECK(swept.kept == would.kept);
    CHECK(store.trials(run.id).size() == static_cast<std::size_t>(swept.kept));
    CHECK(swept.kept < 50);
    CHECK(store.bests().at(0).trial.id == best);
    CHECK(store.finalists(run.id).size() == 1);
    CHECK(store.size_checks(run.id).size() == 1);
    CHECK(store.audited(run.id, "occupancy").size() == 1);
    CHECK(store.known_wrong(run.key.device, run.key.kernel, config(200)));
    CHECK(faults(store).empty());
    CHECK(garbage_collect(store, 0, false).trials == 0);
}

TEST_CASE("of the others so many of each run stay, evenly over their times") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run run = searched(store);
    CHECK(garbage_collect(store, 1000, false).trials == 0);
    const GarbageCollected swept = garbage_collect(store, 10, false);
    CHECK(swept.trials > 50);
    CHECK(swept.kept >= 10);
    std::int64_t slow = 0;
    for (const Trial& trial : store.trials(run.id)) slow += trial.time.median > 2050;
    CHECK(slow >= 4);
    CHECK(garbage_collect(store, 10, false).trials == 0);
}

TEST_CASE("estimates are made from the same times after garbage collection and the next run") {
    const Folder folder;
    Store store(folder / "a.db");
    const Run run = searched(store);
    // The times of the search are multiplied by the median of three such ratios.
    for (std::int64_t i = 28; i < 31; ++i) {
        Trial final = trial(run.id, i, 2600 + 10 * i);
        final.purpose = Purpose::final;
        store.add(run.id, Finalist{store.add(final).id, i - 26, false});
    }
    // Correct and later not: it counts as failed.
    store.add(trial(run.id, 300, 1000));
    store.add(failed(run.id, 300, Outcome::crash));
    store.refresh_tuned();
    const std::vector<std::string> before = times(store);
    CHECK(before.size() == 32);
    CHECK(garbage_collect(store, 0, false).trials > 40);
    store.refresh_tuned();
    CHECK(times(store) == before);
}
