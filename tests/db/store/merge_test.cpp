// SPDX-License-Identifier: MIT
// Merging adds new rows once, and records their origin; the check finds changed rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "db/sqlite/host_clock.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A database with one run and rows in every table.
Run fill(const std::filesystem::path& file, std::int64_t tile) {
    Store store(file);
    const Run run = store.start(samples::run(samples::key(store)));
    store.add(probe(run.key.device, 1, 1e12 * static_cast<double>(tile)));
    add_results(store, run.id, tile);
    store.mark_started(run.id, config(10), Stage::run);
    return *store.run(run.id);
}

std::int64_t sum(const std::vector<Added>& added) {
    std::int64_t rows = 0;
    for (const Added& of : added) rows += of.rows;
    return rows;
}

/// The database as text, for comparisons.
std::string dump(Store& store) {
    std::string all;
    for (const auto& [table, rows] : contents(store).rows)
        all += table + std::to_string(rows) + "\n";
    for (const Run& run : store.runs()) {
        all +=
            run.id + std::string(word(run.state)) + run.origin + std::to_string(run.ended) + "\n";
        for (const Trial& trial : store.trials(run.id)) all += trial.id + "\n";
        for (const Pruned& pruned : store.pruned(run.id))
            all += std::to_string(pruned.count) + "\n";
    }
    return all;
}

std::vector<std::string> faults_after(const std::filesystem::path& file, const std::string& sql) {
    Connection(file, Access::write).run(sql);
    Store store(file);
    return faults(store);
}

}  // namespace

TEST_CASE("merging adds everything, and the second time nothing") {
    const Folder folder;
    const Run here = fill(folder / "a.db", 16);
    const Run there = fill(folder / "b.db", 32);
    Store store(folder / "a.db");
    const std::vector<Added> added = merge(store, folder / "b.db");
    CHECK(added.at(0).table == "device");
    CHECK(added.at(0).rows == 0);
    CHECK(sum(added) == 11);
    CHECK(store.runs().size() == 2);
    CHECK(store.run(there.id)->origin == (folder / "b.db").string());
    CHECK(store.run(here.id)->origin.empty());
    CHECK(store.in_flight(there.id).empty());
    CHECK(store.best(here.key)->trial.config == config(16));
    CHECK(faults(store).empty());

    const std::string before = dump(store);
    CHECK(sum(merge(store, folder / "b.db")) == 0);
    CHECK(dump(store) == before);
}

TEST_CASE("merging in either order holds the same rows") {
    const Folder folder;
    fill(folder / "a.db", 16);
    fill(folder / "b.db", 32);
    Store first(folder / "first.db");
    merge(first, folder / "a.db");
    merge(first, folder / "b.db");
    Store second(folder / "second.db");
    merge(second, folder / "b.db");
    merge(second, folder / "a.db");
    CHECK(dump(first) == dump(second));
}

TEST_CASE("a run that ended before its race did keeps its time, and is merged as finished") {
    const Folder folder;
    const Run run = fill(folder / "b.db", 32);
    Store store(folder / "a.db");
    Store there(folder / "b.db");
    there.end(run.id, State::interrupted);
    const std::int64_t ended = there.run(run.id)->ended;
    merge(store, folder / "b.db");
    while (now_ms() <= ended) std::this_thread::yield();
    there.end(run.id, State::finished);
    CHECK(there.run(run.id)->state == State::finished);
    CHECK(there.run(run.id)->ended == ended);
    CHECK(sum(merge(store, folder / "b.db")) == 1);
    CHECK(store.run(run.id)->state == State::finished);
    CHECK(sum(merge(store, folder / "b.db")) == 0);
}

TEST_CASE("a run that went on since the last merge is brought up to date") {
    const Folder folder;
    const Run run = fill(folder / "b.db", 32);
    Store store(folder / "a.db");
    merge(store, folder / "b.db");
    CHECK(store.run(run.id)->state == State::running);
    {
        Store there(folder / "b.db");
        there.add(trial(run.id, 48));
        there.set(run.id, Pruned{"local memory", "rejected", 99, "far too much"});
        there.end(run.id, State::finished);
    }
    CHECK(sum(merge(store, folder / "b.db")) == 3);
    CHECK(store.run(run.id)->state == State::finished);
    CHECK(store.trials(run.id).size() == 3);
    CHECK(store.pruned(run.id).at(0).count == 99);
}

TEST_CASE("what cannot be merged is refused, and nothing of it stays") {
    const Folder folder;
    fill(folder / "a.db", 16);
    fill(folder / "b.db", 32);
    Store store(folder / "a.db");
    CHECK_THROWS_WITH(merge(store, folder / "a.db"),
                      Catch::Contains("cannot be merged into itself"));
    CHECK_THROWS_WITH(merge(store, folder / "none.db"), Catch::Contains("there is no database"));
    Connection(folder / "b.db", Access::write).run("DELETE FROM kernel");
    Store fresh(folder / "c.db");
    CHECK_THROWS_WITH(merge(fresh, folder / "b.db"), Catch::Contains("FOREIGN KEY"));
    CHECK(fresh.devices().empty());
}

TEST_CASE("a sound database has no faults, and says what it holds") {
    const Folder folder;
    fill(folder / "a.db", 16);
    Store store(folder / "a.db");
    CHECK(faults(store).empty());
    const Contents all = contents(store);
    CHECK(all.version == static_cast<std::int64_t>(migrations().size()));
    CHECK(all.journal == "wal");
    CHECK(all.bytes > 4096);
    CHECK(all.rows.at(4) == std::pair<std::string, std::int64_t>("trial", 2));
    CHECK(all.outcomes == Counts{{"ok", 1}, {"wrong", 1}});
}

TEST_CASE("what was changed by hand is found") {
    const auto [sql, fault] = GENERATE(table<std::string, std::string>({
        {"UPDATE trial SET median_ns = 1, low_ns = 1 WHERE outcome = 'ok'",
         "does not match its samples"},
        {"UPDATE trial SET config = '{\"MWG\":1,\"KIND\":\"slow\"}' WHERE outcome = 'ok'",
         "was changed"},
        {"UPDATE trial SET config = '{\"MWG\":1}' WHERE outcome = 'ok'",
         "differ in their parameters"},
        {"UPDATE kernel SET source = 'kernel void evil() {}'", "kernel"},
        {"UPDATE device SET driver = '9'", "device"},
        {"UPDATE run SET seed = 1", "run"},
        {"UPDATE probe SET value = 1", "probe"},
        {"INSERT INTO probe SELECT substr(id, 1, 31) || 'x', device_id, name, point, value, 'ns', "
         "how, "
         "samples, tool, at + 1, message FROM probe",
         "is told in several units"},
        {"UPDATE run SET source = 'import', origin = 'x'", "yet says that it was checked"},
        {"UPDATE run SET state = 'finished', ended = 1", "is over, yet tries"},
        {"UPDATE finalist SET rank = 2", "none of rank 1"},
        {"UPDATE finalist SET trial_id = (SELECT id FROM trial WHERE outcome = 'wrong')",
         "is not an ok trial"},
        {"DELETE FROM kernel", "refers to a kernel"},
        {"PRAGMA ignore_check_constraints = ON; UPDATE trial SET message = '' WHERE outcome = "
         "'wrong'",
         "CHECK"},
    }));
    const Folder folder;
    fill(folder / "a.db", 16);
    const std::vector<std::string> found = faults_after(folder / "a.db", sql);
    INFO(sql);
    REQUIRE_FALSE(found.empty());
    CHECK(std::any_of(found.begin(), found.end(), [&, &fault = fault](const std::string& line) {
        return line.find(fault) != std::string::npos;
    }));
}

TEST_CASE("many databases are merged as one by one, and the second time nothing changes") {
    const Folder folder;
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < 5; ++i) {
        files.push_back(folder / (std::to_string(i) + ".db"));
        fill(files.back(), 16 << i);
    }
    Store one_by_one(folder / "one.db");
    for (const auto& file : files) merge(one_by_one, file);
    Store at_once(folder / "all.db");
    std::int64_t rows = 0;
    const auto count = [&](const auto&, const std::vector<Added>& added) { rows += sum(added); };
    merge(at_once, files, count);
    CHECK(rows > 0);
    CHECK(dump(at_once) == dump(one_by_one));
    rows = 0;
    merge(at_once, files, count);
    CHECK(rows == 0);
    CHECK(dump(at_once) == dump(one_by_one));
    CHECK(at_once.bests().size() == 1);
}
