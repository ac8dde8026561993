// SPDX-License-Identifier: MIT
// A database of an older schema is read without being changed, is migrated by the first writer, and
// is merged; its rows, ids and answers stay the same.
#include "tests/db/older_schema.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "db/lookup/tuned.hpp"
#include "db/recipe/recipe.hpp"
#include "db/sqlite/known_schema.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

/// A database of version 4 with rows in every table whose name has changed since.
Run fill_version_4(const fs::path& file) {
    Run run;
    {
        Store store(file);
        run = store.start(samples::run(samples::key(store)));
        const Trial chosen = store.add(trial(run.id, 16));
        store.add(wrong(run.id, 32));
        store.add(run.id, Finalist{chosen.id, 1, false});
        store.add(SizeCheck{run.id, config(48), "{}", Outcome::wrong, "C[0]"});
        store.set(run.id, Pruned{"occupancy", "deferred", 20, "too few warps"});
        store.set(run.id, Pruned{"local memory", "rejected", 3, "too much"});
        store.add(reference(run.id));
        store.mark_started(run.id, config(64), Stage::run);
    }
    make_version_4(file);
    return run;
}

std::int64_t version_in(const fs::path& file) {
    Connection connection(file, Access::read);
    return version_of(connection);
}

std::string bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void check_rows(Store& store, const Run& run) {
    CHECK(store.size_checks(run.id).at(0).message == "C[0]");
    CHECK(store.reference_timings(run.id).at(0).samples == Samples{5, 6});
    CHECK(store.in_flight(run.id).at(0).config == config(64));
    CHECK(store.pruned(run.id).at(0) == Pruned{"occupancy", "deferred", 20, "too few warps"});
    CHECK(store.pruned(run.id).at(1).verdict == "rejected");
    for (const int tile : {32, 48})
        CHECK(store.known_wrong(run.key.device, run.key.kernel, config(tile)));
    CHECK_FALSE(store.known_wrong(run.key.device, run.key.kernel, config(16)));
    CHECK(store.best(run.key)->trial.config == config(16));
    CHECK(store.trials(run.id).at(1).location == "C[3, 17]");
    CHECK(faults(store).empty());
}

/// The best of each key with its id, as text.
std::vector<std::string> bests_of(Store& store) {
    std::vector<std::string> all;
    for (const Best& best : store.bests()) all.push_back(best.trial.id + best.key.problem);
    return all;
}

/// An application's answers for every problem with a finished search. For other problems estimates
/// compete, and an older schema has only the times of the best configs.
std::vector<std::string> answers(const fs::path& file, const std::vector<Best>& bests,
                                 const std::map<std::string, Device>& devices) {
    Tuned tuned({file});
    tuned.trust_databases();
    std::vector<std::string> all;
    for (const Best& best : bests) {
        if (!best.chosen) continue;
        const TunedKernel& told = tuned.find(best.kernel, devices.at(best.key.device),
                                             best.key.precision, settings_of(best.key.problem));
        all.push_back(std::string(text(told.match)) + joined(told.config) + told.build_options);
    }
    return all;
}

std::vector<fs::path> recorded_files() {
    const fs::path source(HONE_SOURCE_DIR);
    return {recorded_version_4(), source / "examples/reports/h200.db",
            source / "examples/reports/xeon-16.db", source / "examples/reports/xeon-2.db"};
}

/// For 256³ a chosen tile of 32, and two others, of which 64 was right at another size.
void time_three_tiles(const fs::path& file) {
    Store store(file);
    tune(store, gpu(), product(), size(256, 256, 256), 32, 8000);
    time_unchosen(store, 16, 7000, false);
    time_unchosen(store, 64, 9000, true);
}

/// Failures of which only the messages tell who is at fault: of a tile of 16 the device, of 32 the
/// time limit, of 48 the config; of 64 the device ended the workers, of 80 the config.
Run fill_with_messages(Store& store) {
    const Run run = store.start(samples::run(samples::key(store)));
    for (const int tile : {16, 32, 48, 64}) store.add(trial(run.id, tile, 1000 + tile));
    store.add(SizeCheck{run.id, config(16), "{}", Outcome::launch, "clCreateBuffer gave -6"});
    Trial cut_off = failed(run.id, 16, Outcome::crash);
    cut_off.message = "clFinish gave -2";
    cut_off.purpose = Purpose::check;
    store.add(cut_off);
    Trial late = wrong(run.id, 32);
    late.message = "right here, timeout at {}: running: no answer in 10 s";
    store.add(late);
    store.add(SizeCheck{run.id, config(32), "{}", Outcome::timeout, "running: no answer in 10 s"});
    store.add(SizeCheck{run.id, config(48), "{}", Outcome::launch, "clFinish gave -36"});
    for (int i = 0; i < 2; ++i) {
        store.kill(run.id, config(64), Cause::crash, "clFinish gave -2");
        store.kill(run.id, config(80), Cause::crash, "the worker was killed by signal 11");
    }
    return run;
}

/// A run of another problem, with a failure of the device.
void store_own_run(Store& store) {
    const Run run = store.start(samples::run(samples::key(store, 128)));
    Trial lost = failed(run.id, 16, Outcome::launch);
    lost.at_fault = AtFault::device;
    store.add(lost);
}

std::set<std::string> configs_of(Store& store, const char* query) {
    std::set<std::string> all;
    Statement& rows = store.query(query);
    while (rows.step()) all.emplace(rows.text(1));
    return all;
}

/// Whether only the config's own failures count.
void check_faults(Store& store, const Run& run) {
    const auto wrong_tile = [&](int tile) {
        return store.known_wrong(run.key.device, run.key.kernel, config(tile));
    };
    CHECK_FALSE(wrong_tile(16));
    CHECK_FALSE(wrong_tile(32));
    CHECK(wrong_tile(48));
    CHECK(store.best(run.key)->trial.config == config(16));
    CHECK_FALSE(store.quarantined(run.key.device, run.key.kernel, config(64)));
    CHECK(store.quarantined(run.key.device, run.key.kernel, config(80)));
    CHECK(configs_of(store, "lookup_failed") == std::set{config(32), config(48), config(80)});
    std::map<std::string, AtFault> of_checks;
    for (const SizeCheck& check : store.size_checks(run.id))
        of_checks[check.config] = check.at_fault;
    CHECK(of_checks == std::map<std::string, AtFault>{{config(16), AtFault::device},
                                                      {config(32), AtFault::time_limit},
                                                      {config(48), AtFault::config}});
    CHECK(faults(store).empty());
}

}  // namespace

TEST_CASE("messages of an older schema tell who is at fault, before and after it is migrated") {
    const bool is_11 = GENERATE(true, false);
    const Folder folder;
    const fs::path file = folder / "old.db";
    std::optional<Run> run;
    {
        Store store(file);
        run = fill_with_messages(store);
    }
    is_11 ? make_version_11(file) : make_version_4(file);
    const std::string before = bytes_of(file);
    std::vector<std::string> ids;
    {
        Store store(file, Access::read);
        check_faults(store, *run);
        for (const Trial& trial : store.trials(run->id)) ids.push_back(trial.id);
    }
    CHECK(bytes_of(file) == before);
    Store merged(folder / "merged.db");  // which has its own trials
    store_own_run(merged);
    merge(merged, file);
    check_faults(merged, *run);
    CHECK(bytes_of(file) == before);

    Store migrated(file);
    check_faults(migrated, *run);
    REQUIRE(migrated.trials(run->id).size() == ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) CHECK(migrated.trials(run->id).at(i).id == ids[i]);
    for (const Added& added : merge(merged, file)) CHECK(added.rows == 0);
    Store third(folder / "third.db");
    merge(third, folder / "merged.db");
    check_faults(third, *run);
}

TEST_CASE("a database of schema 4 is read with today's words, and not changed") {
    const Folder folder;
    const Run run = fill_version_4(folder / "a.db");
    const std::string before = bytes_of(folder / "a.db");
    {
        Store store(folder / "a.db", Access::read);
        check_rows(store, run);
        CHECK(contents(store).version == 4);
    }
    CHECK(bytes_of(folder / "a.db") == before);
}

TEST_CASE("a database of schema 4 is migrated by who writes, with every row and id") {
    const Folder folder;
    const Run run = fill_version_4(folder / "a.db");
    std::vector<std::string> ids;
    {
        Store store(folder / "a.db", Access::read);
        for (const Trial& trial : store.trials(run.id)) ids.push_back(trial.id);
    }
    Store store(folder / "a.db");
    CHECK(contents(store).version == static_cast<std::int64_t>(migrations().size()));
    check_rows(store, run);
    for (std::size_t i = 0; i < ids.size(); ++i) CHECK(store.trials(run.id).at(i).id == ids[i]);
    for (const char* name : {"proof", "peer", "flight", "disproved", "standing", "landscape"})
        CHECK(store.connection().integer(std::string("SELECT count(*) FROM sqlite_schema WHERE "
                                                     "name = '") +
                                         name + "'") == 0);
}

TEST_CASE("a database of schema 4 is merged, and stays as it is") {
    const Folder folder;
    const Run run = fill_version_4(folder / "old.db");
    Store store(folder / "a.db");
    std::int64_t rows = 0;
    for (const Added& added : merge(store, folder / "old.db")) rows += added.rows;
    CHECK(rows == 11);
    CHECK(version_in(folder / "old.db") == 4);
    CHECK(store.run(run.id)->origin == (folder / "old.db").string());
    CHECK(store.pruned(run.id).at(0).verdict == "deferred");
    CHECK(store.size_checks(run.id).size() == 1);
    CHECK(store.reference_timings(run.id).size() == 1);
    for (const Added& added : merge(store, folder / "old.db")) CHECK(added.rows == 0);
}

TEST_CASE("a database of schema 1 or 2 is merged, and stays as it is") {
    const int version = GENERATE(1, 2);
    const Folder folder;
    const Run run = fill_version_4(folder / "old.db");
    make_version_1_or_2(folder / "old.db", version);
    const std::string before = bytes_of(folder / "old.db");
    Store store(folder / "a.db");
    merge(store, folder / "old.db");
    CHECK(bytes_of(folder / "old.db") == before);
    CHECK(store.run(run.id)->origin == (folder / "old.db").string());
    CHECK(store.trials(run.id).size() == 2);
    CHECK(store.size_checks(run.id).size() == 1);
    CHECK(store.best(run.key)->trial.config == config(16));
}

TEST_CASE("a database of schema 10 tells the same before and after it is migrated") {
    const Folder folder;
    const fs::path file = folder / "a.db";
    time_three_tiles(file);
    make_version_10(file);
    const std::string before = bytes_of(file);
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(bytes_of(file) == before);
    Store store(file);
    CHECK(version_in(file) == static_cast<std::int64_t>(migrations().size()));
    for (const SchemaObject& object : schema_objects(store.connection()))
        CHECK(object.name != "right_elsewhere");
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(faults(store).empty());
}

TEST_CASE("a view that has its former name is no foreign object, and a writer renames it") {
    const Folder folder;
    const fs::path file = folder / "a.db";
    time_three_tiles(file);
    Connection(file, Access::write)
        .run(
            "DROP VIEW measured_correct_here; CREATE VIEW right_here AS "
            "SELECT r.device_id, r.kernel_id, t.config "
            "FROM run AS r JOIN trial AS t ON t.run_id = r.id");
    const std::string before = bytes_of(file);
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(bytes_of(file) == before);
    Store store(file);
    std::set<std::string> views;
    for (const SchemaObject& object : schema_objects(store.connection()))
        if (object.type == "view") views.insert(object.name);
    CHECK(views.contains("measured_correct_here"));
    CHECK_FALSE(views.contains("right_here"));
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(faults(store).empty());
}

TEST_CASE("of a database of schema 9 no more is told than is known to be right elsewhere") {
    const Folder folder;
    const fs::path file = folder / "a.db";
    time_three_tiles(file);
    make_version_9(file);
    const std::string before = bytes_of(file);
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(bytes_of(file) == before);
    Connection(file, Access::write).run("UPDATE timing SET median_ns = 1 WHERE config LIKE '%64%'");
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32});  // not the stored one
    Store store(file);
    CHECK(version_in(file) == static_cast<std::int64_t>(migrations().size()));
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(faults(store).empty());
}

TEST_CASE("a recipe names default configs as today, or as up to schema 4") {
    for (const char* keyword : {"default_config", "standard"}) {
        const lookup::Recipe read =
            lookup::read_recipe(std::string(keyword) + "\t\t{\"TILE\":32}\t\n", "product");
        REQUIRE(read.default_configs.size() == 1);
        CHECK(joined(read.default_configs[0]) == "TILE=32");
    }
}

TEST_CASE("recorded databases of schema 4 answer the same before and after they are migrated") {
    for (const fs::path& file : recorded_files()) {
        INFO(file);
        REQUIRE(version_in(file) == 4);
        const Folder folder;
        fs::copy_file(file, folder / "a.db");
        Store reader(file, Access::read);
        const std::vector<Best> bests = reader.bests();
        REQUIRE_FALSE(bests.empty());
        const auto devices = reader.devices();
        const auto told = answers(file, bests, devices);
        Store store(folder / "a.db");
        CHECK(bests_of(store) == bests_of(reader));
        CHECK(answers(folder / "a.db", bests, devices) == told);
        Store merged(folder / "merged.db");
        merge(merged, file);
        CHECK(bests_of(merged) == bests_of(reader));
        CHECK(answers(folder / "merged.db", bests, devices) == told);
    }
}
