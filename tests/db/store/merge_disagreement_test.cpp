// SPDX-License-Identifier: MIT
// Another database reports a config as wrong or crashing: local measurements outweigh that.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "db/sqlite/host_clock.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr std::int64_t hour_ms = 3'600'000;

/// A database with a run that stores one outcome for each config.
template <class Say>
Run said(const std::filesystem::path& file, std::int64_t size, const Say& say) {
    Store store(file);
    Run run = samples::run(samples::key(store, size));
    run.started = now_ms() - hour_ms + size;
    run = store.start(run);
    say(store, run);
    store.end(run.id, State::finished);
    return *store.run(run.id);
}

Run right(const std::filesystem::path& file, std::int64_t size = 64) {
    return said(file, size, [](Store& store, const Run& run) {
        store.add(trial(run.id, 16, 1000));
        store.add(trial(run.id, 32, 2000));
    });
}

/// A driver that skips launches makes each config wrong.
Run disproved(const std::filesystem::path& file, std::int64_t size = 64) {
    return said(file, size, [](Store& store, const Run& run) {
        store.add(wrong(run.id, 16));
        store.add(SizeCheck{run.id, config(16), "{}", Outcome::wrong, "C[0]"});
        store.add(wrong(run.id, 32));
    });
}

/// The table `tuned`, which applications read, and the view `best`.
std::string tuned(Store& store) {
    return store.connection().text("SELECT group_concat(config) FROM tuned");
}

std::string best(Store& store, const Run& run) {
    const auto best = store.best(run.key);
    return best ? best->trial.config : "";
}

bool tells(const std::vector<std::string>& faults, const std::string& part) {
    return std::ranges::any_of(
        faults, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("what was right here stays the best, though a merge brings it as wrong") {
    const std::int64_t size = GENERATE(64, 128);
    const Folder folder;
    const Run here = right(folder / "a.db");
    const Run there = disproved(folder / "b.db", size);
    Store store(folder / "a.db");
    merge(store, folder / "b.db");
    CHECK(best(store, here) == config(16));
    CHECK(tuned(store) == config(16));
    CHECK_FALSE(store.known_wrong(here.key.device, here.key.kernel, config(16)));
    CHECK(store.trials(here.key).size() == 2);
    const auto told = faults(store);
    CHECK(told.size() == 2);
    CHECK(tells(told, "run " + there.id + " of " + (folder / "b.db").string() + ": it found"));
    CHECK(tells(told, config(16)));
}

TEST_CASE("what was wrong here is no best, though a merge brings it as right") {
    const Folder folder;
    const Run here = disproved(folder / "a.db");
    right(folder / "b.db");
    Store store(folder / "a.db");
    merge(store, folder / "b.db");
    CHECK(best(store, here).empty());
    CHECK(tuned(store).empty());
    CHECK(store.known_wrong(here.key.device, here.key.kernel, config(16)));
    CHECK(faults(store).empty());
}

TEST_CASE("of what merges brought, whoever found a config wrong is believed") {
    const Folder folder;
    const Run one = right(folder / "a.db");
    disproved(folder / "b.db");
    Store store(folder / "lab.db");
    merge(store, {folder / "a.db", folder / "b.db"}, [](const auto&, const auto&) {});
    CHECK(best(store, one).empty());
    CHECK(tuned(store).empty());
    CHECK(faults(store).empty());
}

TEST_CASE("what is measured here after the merge brings a config back at every size") {
    const Folder folder;
    const Run one = right(folder / "a.db");
    disproved(folder / "b.db");
    Store store(folder / "lab.db");
    merge(store, {folder / "a.db", folder / "b.db"}, [](const auto&, const auto&) {});
    const Run own = store.start(samples::run(samples::key(store, 128)));
    store.add(trial(own.id, 16, 1500));
    store.end(own.id, State::finished);
    CHECK(best(store, own) == config(16));
    CHECK(best(store, one) == config(16));
    CHECK(tuned(store) == config(16) + "," + config(16));
}

TEST_CASE("what killed another's workers is in quarantine until it is right here") {
    const Folder folder;
    said(folder / "b.db", 64, [](Store& store, const Run& run) {
        for (int times = 0; times < 2; ++times)
            for (const int tile : {16, 48})
                store.kill(run.id, config(tile), Cause::crash, "signal 11");
        store.add(failed(run.id, 16, Outcome::crash));
    });
    const Run here = right(folder / "a.db");
    Store store(folder / "a.db");
    merge(store, folder / "b.db");
    CHECK_FALSE(store.quarantined(here.key.device, here.key.kernel, config(16)));
    CHECK(store.quarantined(here.key.device, here.key.kernel, config(48)));
    CHECK(best(store, here) == config(16));
    store.kill(here.id, config(16), Cause::crash, "signal 6");
    CHECK(store.kill(here.id, config(16), Cause::crash, "signal 6"));
}

TEST_CASE("what other views made of the trials is made again") {
    const Folder folder;
    const Run here = right(folder / "a.db");
    {
        Store store(folder / "a.db");
        store.connection().run("DELETE FROM tuned; DROP VIEW known_wrong");
    }
    Store store(folder / "a.db");
    CHECK(tuned(store) == config(16));
    CHECK(faults(store).empty());
}
