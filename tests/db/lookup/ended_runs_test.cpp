// SPDX-License-Identifier: MIT
// A killed run has stored no end: applications still get its results.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "db/sqlite/host_clock.hpp"
#include "db/store/check_database.hpp"
#include "db/store/run_process.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr std::int64_t no_process = 0x7ffffff0;  // not a valid process number
constexpr std::int64_t hour_ms = 3'600'000;

/// Leaves an unfinished run that found a faster config.
Run leave_running(const std::filesystem::path& file, std::int64_t pid, std::int64_t age_ms = 0) {
    Store store(file);
    Run run =
        samples::run({store.add(gpu()), store.add(product()), "f32", size(256, 256, 256), "{}"});
    run.pid = pid;
    run.started = now_ms() - age_ms;
    run = store.start(run);
    Trial tried = trial(run.id, 64, 700);
    tried.config = canonical({{"TILE", std::int64_t{64}}, {"KIND", "fast"}});
    store.add(tried);
    Trial lie = wrong(run.id, 16);
    lie.config = canonical({{"TILE", std::int64_t{16}}, {"KIND", "fast"}});
    store.add(lie);
    return run;
}

std::string whole_text(const std::filesystem::path& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
}

std::int64_t tile_for(const std::filesystem::path& file, std::int64_t n) {
    Tuned tuned = trusted({file});
    return tile_of(tuned.find("product", gpu(), "f32", cube(n)));
}

}  // namespace

TEST_CASE("what a killed run found is handed out, and what it disproved is not") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 800, "f32", false);
        tune(store, gpu(), product(), size(64, 64, 64), 16, 500);
    }
    const Run run = leave_running(folder / "a.db", no_process);
    CHECK(ended_early(run));
    CHECK(state_words(run) == "ended early");
    const std::string before = whole_text(folder / "a.db");
    CHECK(tile_for(folder / "a.db", 256) == 64);
    CHECK(tile_for(folder / "a.db", 64) != 16);
    CHECK(whole_text(folder / "a.db") == before);
    Tuned tuned = trusted({folder / "a.db"});
    CHECK(tuned.skipped().empty());
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
}

TEST_CASE("a run whose number another process has is over, and one that lives goes on") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 800, "f32", false);
    }
    SECTION("another process") {
        CHECK(ended_early(leave_running(folder / "a.db", getpid(), hour_ms)));
        CHECK(tile_for(folder / "a.db", 256) == 64);
    }
    SECTION("its own process") {
        const Run run = leave_running(folder / "a.db", getpid());
        CHECK_FALSE(ended_early(run));
        CHECK(state_words(run) == "running");
        CHECK(tile_for(folder / "a.db", 256) == 32);
    }
}

TEST_CASE("of runs of another host no_process here says that they are over") {
    const Folder folder;
    Store store(folder / "a.db");
    Run run = samples::run(samples::key(store));
    run.pid = no_process;
    run.host = "elsewhere";
    CHECK_FALSE(ended_early(store.start(run)));
}

TEST_CASE(
    "a merge that was killed hides nothing from applications, and the check says what mends it") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 800, "f32", false);
        // As left by a merge that was killed between two files.
        store.connection().run("DELETE FROM tuned; DELETE FROM timing");
        store.mark_tuned_behind();
    }
    const std::string before = whole_text(folder / "a.db");
    CHECK(tile_for(folder / "a.db", 256) == 32);
    CHECK(whole_text(folder / "a.db") == before);
    {
        Store store(folder / "a.db", Access::read);
        const std::vector<std::string> found = faults(store);
        REQUIRE(found.size() == 1);
        CHECK_THAT(found[0], Catch::StartsWith("tuned: the last merge did not come to its end") &&
                                 Catch::Contains("any other command that writes"));
    }
    Store store(folder / "a.db");
    CHECK(faults(store).empty());
}
