// SPDX-License-Identifier: MIT
// The program dies at any moment: committed data are there, the file is intact, and the config in
// flight is known. Also several programs that write at once.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <random>
#include <thread>

#include "db/model/canonical_json.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "db/store/store.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// Runs the work in a child that exits without cleanup.
pid_t in_child(const std::function<void()>& work) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            work();
        } catch (...) {
            _exit(1);
        }
        _exit(0);
    }
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

/// Tries configs for ever, and reports through the pipe which are stored.
void try_for_ever(const std::filesystem::path& file, int told) {
    Store store(file);
    const Run run = store.start(samples::run(samples::key(store)));
    for (std::int64_t tile = 0;; ++tile) {
        store.mark_started(run.id, config(tile), Stage::run);
        store.add(trial(run.id, tile));
        if (write(told, &tile, sizeof tile) != sizeof tile) _exit(1);
    }
}

/// The last number from the pipe, or -1.
std::int64_t last_told(int pipe, std::size_t numbers) {
    std::int64_t tile = -1;
    std::int64_t next = 0;
    for (std::size_t i = 0; i < numbers && read(pipe, &next, sizeof next) == sizeof next; ++i)
        tile = next;
    return tile;
}

}  // namespace

TEST_CASE("kill -9 at random moments loses nothing that was committed", "[slow]") {
    std::mt19937 random(3);
    const Folder folder;
    std::size_t trials = 0;
    std::size_t awaited = 0;
    for (int round = 0; round < 12; ++round) {
        int ends[2];
        REQUIRE(pipe(ends) == 0);
        const pid_t child = in_child([&] { try_for_ever(folder / "a.db", ends[1]); });
        close(ends[1]);
        // Some die while they open the database, the others in the middle of a trial.
        const std::size_t wanted = random() % 8;
        const std::int64_t seen = last_told(ends[0], wanted);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
        kill(child, SIGKILL);
        wait_for(child);
        const std::int64_t told = std::max(seen, last_told(ends[0], ~std::size_t{0}));
        close(ends[0]);

        Store store(folder / "a.db");
        CHECK(faults(store).empty());
        const std::vector<InFlightConfig> orphaned = store.recover();
        CHECK(orphaned.size() <= 1);
        if (told < 0) continue;
        const Run run = store.runs().front();
        CHECK(run.state == State::interrupted);
        const std::vector<Trial> kept = store.trials(run.id);
        CHECK(static_cast<std::int64_t>(kept.size()) >= told + 1);
        if (!orphaned.empty())
            CHECK(orphaned[0].config == config(static_cast<std::int64_t>(kept.size())));
        trials += kept.size();
        awaited += wanted;
    }
    CHECK(awaited > 12);
    CHECK(trials >= awaited);
}

TEST_CASE("a process that has got the number of a dead one is another") {
    Store store(":memory:");
    const Run run = store.start(samples::run(samples::key(store)));
    REQUIRE(run.pid == getpid());
    const std::int64_t hour_ms = 3'600'000;
    store.connection().run("UPDATE run SET started = started - " + std::to_string(hour_ms));
    store.recover();
    CHECK(store.run(run.id)->state == State::interrupted);
}

TEST_CASE("a run that lives is not taken for dead") {
    Store store(":memory:");
    const Run run = store.start(samples::run(samples::key(store)));
    store.mark_started(run.id, config(1), Stage::build);
    CHECK(store.recover().empty());
    CHECK(store.in_flight(run.id).at(0).stage == Stage::build);
    store.mark_finished(run.id, config(1));
    CHECK(store.in_flight(run.id).empty());
}

// From a container with the host's name and its own process numbers, a living run looks dead.
TEST_CASE("a run that was taken for dead and goes on leaves no config in quarantine") {
    Store store(":memory:");
    const MeasurementKey key = samples::key(store);
    const auto kills = [&] {
        return Statement(store.connection(), "SELECT count(*) FROM kill").number();
    };
    for (int round = 0; round < 4; ++round) {
        const Run run = store.start(samples::run(key));
        store.mark_started(run.id, config(1), Stage::run);
        store.mark_started(run.id, config(2), Stage::build);
        store.connection().run("UPDATE run SET pid = 99999999 WHERE state = 'running'");
        REQUIRE(store.recover().size() == 2);
        CHECK(kills() == round + 2);
        store.add(trial(run.id, 1));
        CHECK(kills() == round + 1);
        store.end(run.id, State::finished);
        CHECK(store.run(run.id)->state == State::finished);
    }
    CHECK_FALSE(store.quarantined(key.device, key.kernel, config(1)));
    CHECK(store.quarantined(key.device, key.kernel, config(2)));  // it never finished
}

TEST_CASE("a config that kills twice is in quarantine for its device, driver and kernel") {
    Store store(":memory:");
    const MeasurementKey key = samples::key(store);
    const Run run = store.start(samples::run(key));
    CHECK_FALSE(store.kill(run.id, config(1), Cause::crash, "signal 11"));
    CHECK(store.kill(run.id, config(1), Cause::timeout, "10 s"));
    CHECK(store.quarantined(key.device, key.kernel, config(1)));
    CHECK_FALSE(store.quarantined(key.device, key.kernel, config(2)));
    Device updated = device();
    updated.driver = "2.0";
    CHECK_FALSE(store.quarantined(store.add(updated), key.kernel, config(1)));
    const Quarantined held = store.quarantine(key.device, key.kernel).at(0);
    CHECK(held.config == config(1));
    CHECK(held.kills == 2);
    CHECK_THAT(held.why, Catch::Contains("signal 11") && Catch::Contains("10 s"));
}

TEST_CASE("the death of the whole program counts half") {
    Store store(":memory:");
    const Run run = store.start(samples::run(samples::key(store)));
    for (int death = 1; death <= 3; ++death)
        CHECK_FALSE(store.kill(run.id, config(1), Cause::orphaned, "died"));
    CHECK(store.kill(run.id, config(1), Cause::orphaned, "died"));
    CHECK_THROWS_AS(store.kill("no such run", config(1), Cause::crash, "x"), StoreError);
}

TEST_CASE("several programs write into one database", "[slow]") {
    const Folder folder;
    constexpr int writers = 6;
    constexpr int each = 40;
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer)
        children.push_back(in_child([&] {
            Store store(folder / "a.db");
            const Run run = store.start(samples::run(samples::key(store)));
            for (int tile = 0; tile < each; ++tile) store.add(trial(run.id, tile));
            store.end(run.id, State::finished);
        }));
    for (const pid_t child : children) CHECK(wait_for(child) == 0);
    Store store(folder / "a.db");
    REQUIRE(store.runs().size() == writers);
    for (const Run& run : store.runs()) CHECK(store.trials(run.id).size() == each);
    CHECK(faults(store).empty());
}

namespace {

/// A database with the best of one problem, n = `size`.
void fill_for_size(const std::filesystem::path& file, std::int64_t size) {
    Store store(file);
    MeasurementKey key = samples::key(store);
    key.problem = canonical({{"n", size}});
    const Run run = store.start(samples::run(key));
    store.add(trial(run.id, 16));
    store.end(run.id, State::finished);
}

std::vector<std::filesystem::path> databases(const Folder& folder, std::int64_t count) {
    std::vector<std::filesystem::path> files;
    for (std::int64_t i = 0; i < count; ++i) {
        files.push_back(folder / (std::to_string(i) + ".db"));
        fill_for_size(files.back(), 100 + i);
    }
    return files;
}

std::int64_t count_tuned(const std::filesystem::path& file) {
    return Store(file, Access::read).connection().integer("SELECT count(*) FROM tuned");
}

/// A merge that is killed after this many files.
void merge_until_killed(const std::filesystem::path& into,
                        const std::vector<std::filesystem::path>& files, std::size_t merged) {
    const pid_t child = in_child([&] {
        Store store(into);
        std::size_t done = 0;
        merge(store, files, [&](const auto&, const auto&) {
            if (++done == merged) kill(getpid(), SIGKILL);
        });
    });
    CHECK(WIFSIGNALED(wait_for(child)));
}

}  // namespace

TEST_CASE("a merge that is killed hides nothing: what is in is told by the next who writes") {
    const Folder folder;
    const auto files = databases(folder, 4);
    merge_until_killed(folder / "all.db", files, 3);
    {
        Store store(folder / "all.db");
        CHECK(store.bests().size() == 3);
        CHECK(faults(store).empty());
    }
    CHECK(count_tuned(folder / "all.db") == 3);
    {
        Store store(folder / "all.db");
        merge(store, files, [](const auto&, const auto&) {});
    }
    CHECK(count_tuned(folder / "all.db") == 4);
}

TEST_CASE("what applications are told is committed with the last file of a merge") {
    const Folder folder;
    merge_until_killed(folder / "all.db", databases(folder, 2), 2);
    CHECK(count_tuned(folder / "all.db") == 2);
}

TEST_CASE("a merge that stops at a bad file tells what came before it") {
    const Folder folder;
    auto files = databases(folder, 2);
    files.push_back(folder / "none.db");
    Store store(folder / "all.db");
    CHECK_THROWS(merge(store, files, [](const auto&, const auto&) {}));
    CHECK(count_tuned(folder / "all.db") == 2);
}

TEST_CASE("a best that applications are not told is a fault") {
    const Folder folder;
    fill_for_size(folder / "a.db", 100);
    Store store(folder / "a.db");
    CHECK(faults(store).empty());
    store.connection().run("DELETE FROM tuned");
    const auto found = faults(store);
    REQUIRE(found.size() == 1);
    CHECK_THAT(found[0], Catch::EndsWith("is missing"));
}

TEST_CASE("times that estimates learn from are missed, too") {
    const Folder folder;
    fill_for_size(folder / "a.db", 100);
    Store store(folder / "a.db");
    store.connection().run("DELETE FROM timing");
    const auto found = faults(store);
    REQUIRE_FALSE(found.empty());
    for (const std::string& fault : found) {
        CHECK_THAT(fault, Catch::StartsWith("timing: "));
        CHECK_THAT(fault, Catch::EndsWith("are missing"));
    }
}
