// SPDX-License-Identifier: MIT
// Databases that are read together, and their remains in the temporary folder.
#include "reports/evidence/sources.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/older_schema.hpp"
#include "tests/db/samples.hpp"
#include "tests/environment.hpp"

using namespace hone;

TEST_CASE("an older database is read through a copy that nobody can wait for") {
    const samples::Folder folder;
    {
        Store store(folder / "old.db");
        const Run run = store.start(samples::run(samples::key(store)));
        store.add(samples::trial(run.id, 16));
        store.end(run.id, State::finished);
    }
    samples::make_version_4(folder / "old.db");
    const auto temporary = folder / "temporary";
    std::filesystem::create_directory(temporary);
    const test::Variable place("TMPDIR", temporary.string());
    // A neighbor's file at the former path of the copy.
    std::ofstream(folder / "victim") << "kept";
    const std::string guessed = "hone_report_" + std::to_string(getpid());
    std::filesystem::create_symlink(folder / "victim", temporary / guessed);
    CHECK(open_sources({folder / "old.db"})->runs().size() == 1);
    std::string kept;
    std::ifstream(folder / "victim") >> kept;
    CHECK(kept == "kept");
    CHECK(std::filesystem::is_symlink(temporary / guessed));
    const auto left = std::distance(std::filesystem::directory_iterator(temporary), {});
    CHECK(left == 1);
}

TEST_CASE("a report reads what a full disk has left in the log beside the database") {
    const samples::Folder folder;
    std::filesystem::create_directory(folder / "left");
    {
        Store store(folder / "a.db");
        const Run run = store.start(samples::run(samples::key(store)));
        store.add(samples::trial(run.id, 16));
        store.end(run.id, State::finished);
        std::filesystem::copy_file(folder / "a.db-wal", folder / "left/a.db-wal");
        store.connection().text("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    // There was space for the first page, which has the number of pages.
    std::filesystem::copy_file(folder / "a.db", folder / "left/a.db");
    std::filesystem::resize_file(folder / "left/a.db", 4096);
    CHECK(std::filesystem::file_size(folder / "left/a.db-wal") > 0);
    CHECK(open_sources({folder / "left/a.db"})->runs().size() == 1);
}

TEST_CASE("a report reads the oldest databases") {
    const samples::Folder folder;
    const int version = GENERATE(1, 2);
    {
        Store store(folder / "old.db");
        const Run run = store.start(samples::run(samples::key(store)));
        store.add(samples::trial(run.id, 16));
        store.end(run.id, State::finished);
    }
    samples::make_version_4(folder / "old.db");
    samples::make_version_1_or_2(folder / "old.db", version);
    CHECK(open_sources({folder / "old.db"})->bests().size() == 1);
}
