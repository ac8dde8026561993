// SPDX-License-Identifier: MIT
// Any page of a database is destroyed: the rows of the others are merged, and are intact.
#include "db/store/salvage.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t trials_stored = 150;
constexpr std::int64_t page = 4096;

/// A database of one run, in a single file.
void fill(const fs::path& file) {
    Store store(file);
    const Run run = store.start(samples::run(samples::key(store)));
    for (std::int64_t tile = 0; tile < trials_stored; ++tile) {
        const Trial added = store.add(trial(run.id, tile, 1000 + tile));
        if (tile < 5) store.add(run.id, Finalist{added.id, static_cast<int>(tile) + 1, false});
    }
    store.end(run.id, State::finished);
    store.connection().text("PRAGMA wal_checkpoint(TRUNCATE)");
}

void overwrite(const fs::path& file, std::int64_t number) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp((number - 1) * page);
    stream << std::string(page, '\xab');
}

std::set<std::string> ids(Store& store) {
    std::set<std::string> all;
    Statement rows(store.connection(), "SELECT id FROM trial NOT INDEXED");
    while (rows.step()) all.emplace(rows.text(0));
    return all;
}

/// The result of merging one damaged file.
struct MergeResult {
    std::set<std::string> trials;
    std::vector<Salvaged> rows;  // empty if it was merged unchanged
    std::string refusal;
};

MergeResult merge_damaged(const fs::path& file) {
    MergeResult result;
    Store into(":memory:");
    merge(
        into, {file},
        {.merged = [](const auto&, const auto&) {},
         .salvaged = [&](const auto&, const auto& rows) { result.rows = rows; },
         .refused = [&](const auto&, const StoreError& error) { result.refusal = error.what(); }});
    std::vector<std::string> found = faults(into);
    // The launches of a kernel may have been lost.
    std::erase_if(found, [](const std::string& line) { return line.starts_with("recipe: "); });
    CHECK(found == std::vector<std::string>{});
    result.trials = ids(into);
    return result;
}

/// The check's messages; empty if the list of tables itself was destroyed.
std::vector<std::string> faults_of(const fs::path& file) {
    try {
        Store store(file, Access::read);
        return faults(store);
    } catch (const StoreError&) {
        return {};
    }
}

}  // namespace

TEST_CASE("whatever page of a database is destroyed, the rows of the others are merged") {
    const Folder folder;
    const bool older = GENERATE(false, true);
    fill(folder / "a.db");
    if (older) make_version_4(folder / "a.db");
    std::set<std::string> stored;
    {
        Store store(folder / "a.db", Access::read);
        stored = ids(store);
    }
    REQUIRE(stored.size() == trials_stored);
    const auto pages = static_cast<std::int64_t>(fs::file_size(folder / "a.db")) / page;
    int partly = 0;
    for (std::int64_t number = 2; number <= pages; number += older ? 5 : 2) {
        INFO("page " << number << " of " << pages << (older ? ", version 4" : ""));
        fs::copy_file(folder / "a.db", folder / "b.db", fs::copy_options::overwrite_existing);
        overwrite(folder / "b.db", number);
        const MergeResult result = merge_damaged(folder / "b.db");
        CHECK(std::includes(stored.begin(), stored.end(), result.trials.begin(),
                            result.trials.end()));
        const std::string name = (folder / "b.db").string();
        CHECK((result.refusal.empty() || result.refusal == name + " is damaged"));
        if (result.rows.empty()) continue;
        const auto found = std::ranges::find(result.rows, std::string("trial"), &Salvaged::table);
        REQUIRE(found != result.rows.end());
        CHECK(found->rows == static_cast<std::int64_t>(result.trials.size()));
        partly += found->stored == trials_stored && found->rows > 0 && !found->is_whole() ? 1 : 0;
    }
    CHECK(partly > 0);
}

TEST_CASE("a file that cannot be merged is named as it was given, and the others are merged") {
    const Folder folder;
    for (const char* name : {"a.db", "b.db"}) fill(folder / name);
    make_version_4(folder / "b.db");
    for (std::int64_t number = 20; number < 24; ++number) {
        overwrite(folder / "a.db", number);
        overwrite(folder / "b.db", number);
    }
    fill(folder / "c.db");
    std::vector<std::string> refused;
    std::vector<fs::path> merged;
    Store into(folder / "into.db");
    merge(into, {folder / "a.db", folder / "none.db", folder / "b.db", folder / "c.db"},
          {.merged = [&](const auto& file, const auto&) { merged.push_back(file); },
           .refused = [&](const auto&,
                          const StoreError& error) { refused.emplace_back(error.what()); }});
    CHECK(refused ==
          std::vector<std::string>{(folder / "a.db").string() + " is damaged",
                                   "there is no database at " + (folder / "none.db").string(),
                                   (folder / "b.db").string() + " is damaged"});
    CHECK(merged == std::vector<fs::path>{folder / "c.db"});
    CHECK(ids(into).size() == trials_stored);
    CHECK_FALSE(into.is_tuned_behind());
    CHECK(faults(into).empty());
}

TEST_CASE("the check of a damaged database says once that it is, what is lost, and what to do") {
    const Folder folder;
    fill(folder / "a.db");
    const std::string name = (folder / "b.db").string();
    int told = 0;
    const auto pages = static_cast<std::int64_t>(fs::file_size(folder / "a.db")) / page;
    for (std::int64_t number = 2; number <= pages; number += 2) {
        INFO(number);
        fs::copy_file(folder / "a.db", name, fs::copy_options::overwrite_existing);
        overwrite(name, number);
        const std::vector<std::string> found = faults_of(name);
        const auto said = std::ranges::count_if(
            found, [](const std::string& line) { return line.find("is damaged") != line.npos; });
        CHECK(said <= 1);  // a damaged index does not hide data
        if (said == 0) continue;
        CHECK_THAT(found[0], Catch::StartsWith(name + " is damaged; `hone db merge " + name));
        told += std::ranges::any_of(found, [](const std::string& line) {
            return line.starts_with("trial: ") && line.ends_with(" of 150 rows can be read");
        });
    }
    CHECK(told > 0);
}
