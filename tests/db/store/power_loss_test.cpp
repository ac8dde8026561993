// SPDX-License-Identifier: MIT
// The power fails at every moment at which SQLite syncs while a run is written: the database opens,
// is intact, and has every trial for which add() has returned.
#include <catch2/catch.hpp>
#include <set>

#include "db/store/check_database.hpp"
#include "db/store/store.hpp"
#include "tests/db/losing_disk.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

struct Losses {
    int count = 0, not_even_made = 0, trials_kept = 0;
};

/// Opens the remaining files, and asks for every promised trial.
void look(const std::filesystem::path& file, LosingDisk::Files left, bool shared_memory,
          const std::set<std::string>& promised, Losses& losses) {
    const LosingDisk disk(std::move(left), shared_memory);
    Store store(file);
    REQUIRE(faults(store).empty());
    std::set<std::string> kept;
    for (const Run& run : store.runs())
        for (const Trial& trial : store.trials(run.id)) kept.insert(trial.id);
    INFO(kept.size() << " trials are left");
    for (const std::string& id : promised) REQUIRE(kept.contains(id));
    ++losses.count;
    losses.not_even_made += kept.empty() ? 1 : 0;
    losses.trials_kept += static_cast<int>(kept.size());
}

/// A run of this many trials, with a power loss before each sync.
Losses lose_power(bool shared_memory, int trials) {
    const Folder folder;
    const std::filesystem::path file = folder / "a.db";
    LosingDisk disk({}, shared_memory);
    std::set<std::string> promised;
    std::mt19937 random(5);
    Losses losses;
    int syncs = 0;
    disk.on_sync([&] {
        const auto loss = static_cast<LosingDisk::Loss>(syncs++ % 4);
        INFO("before sync " << syncs << ", " << promised.size() << " trials are promised");
        look(file, disk.after(loss, random), shared_memory, promised, losses);
    });
    Store store(file);
    CHECK(store.connection().text("PRAGMA journal_mode") == (shared_memory ? "wal" : "delete"));
    const Run run = store.start(samples::run(samples::key(store)));
    for (int tile = 0; tile < trials; ++tile) {
        store.mark_started(run.id, config(tile), Stage::run);
        promised.insert(store.add(trial(run.id, tile)).id);
    }
    store.end(run.id, State::finished);
    return losses;
}

}  // namespace

TEST_CASE("a loss of power loses nothing that was committed to the write-ahead log", "[slow]") {
    const Losses losses = lose_power(true, 150);
    CHECK(losses.count > 300);
    CHECK(losses.trials_kept > 10'000);
    WARN(losses.count << " losses, " << losses.not_even_made << " before the first trial, "
                      << losses.trials_kept << " trials found again");
}

TEST_CASE("a loss of power loses nothing that was committed by the old journal") {
    const Losses losses = lose_power(false, 40);
    CHECK(losses.count > 150);
    CHECK(losses.trials_kept > 1'000);
    WARN(losses.count << " losses, " << losses.not_even_made << " before the first trial, "
                      << losses.trials_kept << " trials found again");
}
