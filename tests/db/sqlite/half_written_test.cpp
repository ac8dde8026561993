// SPDX-License-Identifier: MIT
// A writer killed in the middle of a commit leaves a journal or a log next to the file. A user
// without write access gets an error; others get the committed data.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <functional>

#include "db/sqlite/open_snapshot.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/check_database.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

/// The exit status of a child that runs this.
int status_of(const std::function<bool()>& work) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            _exit(work() ? 0 : 1);
        } catch (...) {
            _exit(2);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

/// Changes every row, spills them into the file before the commit, and is killed there.
bool die_while_writing(const fs::path& file, const std::string& journal) {
    Connection connection(file, Access::write);
    connection.text("PRAGMA journal_mode = " + journal);
    connection.run("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
    connection.run("UPDATE tuned SET config = replace(config, '6', '5')");
    connection.run("UPDATE trial SET message = hex(zeroblob(4000)) WHERE outcome <> 'ok'");
    connection.run("UPDATE kernel SET source = hex(zeroblob(20000))");
    if (journal == "WAL") connection.run("COMMIT");
    raise(SIGKILL);
    return false;
}

/// A user who may read the file but not write in its folder.
void become_nobody() {
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) throw std::exception();
}

/// Whether it is refused as half written, for all ways of opening it to read.
bool is_refused(const fs::path& file, const std::function<void(const fs::path&)>& open) {
    become_nobody();
    try {
        open(file);
    } catch (const StoreError& error) {
        return std::string(error.what()).find("was left half written") != std::string::npos;
    }
    return false;
}

void fix(const fs::path& folder, bool is_fixed) {
    const auto fixed = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                       fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec;
    fs::permissions(folder, is_fixed ? fixed : fixed | fs::perms::owner_write);
}

}  // namespace

TEST_CASE("what was left half written is refused where nobody can mend it, and mended elsewhere") {
    const std::string journal = GENERATE("DELETE", "WAL");
    const Folder folder;
    const fs::path file = folder / "a.db";
    {
        Store store(file);
        samples::fill(store);
        const Run run = store.start(samples::run(samples::key(store)));
        for (int tile = 0; tile < 200; ++tile) store.add(failed(run.id, tile, Outcome::build));
        store.end(run.id, State::finished);
    }
    CHECK(WIFSIGNALED(status_of([&] { return die_while_writing(file, journal); })));
    const fs::path left = file.string() + (journal == "WAL" ? "-wal" : "-journal");
    REQUIRE(fs::file_size(left) > 0);
    fs::remove(file.string() + "-shm");

    fix(file.parent_path(), true);
    const auto read = [](const fs::path& at) { open_database(at, Access::read, {}); };
    const auto snapshot = [](const fs::path& at) { lookup::open_snapshot(at); };
    CHECK(status_of([&] { return is_refused(file, read); }) == 0);
    CHECK(status_of([&] { return is_refused(file, snapshot); }) == 0);
    CHECK(status_of([&] {
              become_nobody();
              Tuned tuned = trusted({file});
              return !tuned.skipped().empty() &&
                     tuned.find("product", gpu(), "f32", cube(256)).match == Match::none;
          }) == 0);

    fix(file.parent_path(), false);
    if (journal == "WAL") return;  // what was changed there is committed, and refused by its seals
    Tuned tuned = trusted({file});
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(64))) == 16);
    Store store(file);
    CHECK(faults(store).empty());
}
