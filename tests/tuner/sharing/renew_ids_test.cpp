// SPDX-License-Identifier: MIT
// After rows have changed, each has the id of its content, and what referred to it still does.
#include "tuner/sharing/renew_ids.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "db/store/check_database.hpp"
#include "tests/tuner/sharing/filled_store.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

void renew(Store& store, const std::string& change = "") {
    store.in_transaction([&] {
        if (!change.empty()) store.connection().run(change);
        renew_ids(store);
        store.refresh_tuned();
    });
}

std::set<std::string> without(std::set<std::string> all, const std::set<std::string>& others) {
    std::erase_if(all, [&](const std::string& id) { return others.contains(id); });
    return all;
}

struct FilledStore {
    Folder folder;
    Store store{folder / "hone.db"};
    std::string device = store.add(samples::device());
    Run small = fill(store, key(store, 64), 4);
    Run large = fill(store, key(store, 128), 8);
};

}  // namespace

TEST_CASE(
    "a run with another host gets another id, as do its trials, and everything refers to it") {
    FilledStore filled;
    Store& store = filled.store;
    const auto before = ids(store);
    const Counts rows = contents(store).rows;
    const std::string summary = summary_of(store);
    renew(store, "UPDATE run SET host = '', pid = 0");
    const auto now = ids(store);
    CHECK(now.size() == before.size());
    for (const Run& run : store.runs()) {
        CHECK_FALSE(before.contains(run.id));
        CHECK(run.id == id_of(run));
        for (const Trial& trial : store.trials(run.id)) {
            CHECK_FALSE(before.contains(trial.id));
            CHECK(trial.id == id_of(trial));
        }
    }
    CHECK(contents(store).rows == rows);
    CHECK(summary_of(store) == summary);
    CHECK(faults(store).empty());
}

TEST_CASE("only a run that has changed gets another id") {
    FilledStore filled;
    Store& store = filled.store;
    const auto before = ids(store);
    renew(store, "UPDATE run SET host = 'other' WHERE id = '" + filled.small.id + "'");
    const auto lost = without(before, ids(store));
    CHECK(lost.size() == 3);  // the run and its two trials
    CHECK(lost.contains(filled.small.id));
    CHECK(store.run(filled.large.id));
    CHECK(store.trials(filled.large.id).size() == 2);
    CHECK(faults(store).empty());
}

TEST_CASE("a trial with another message gets another id, and its run keeps its own") {
    FilledStore filled;
    Store& store = filled.store;
    const auto before = ids(store);
    renew(store, "UPDATE trial SET message = 'wrong' WHERE outcome = 'wrong'");
    CHECK(without(before, ids(store)).size() == 2);
    CHECK(store.run(filled.small.id));
    CHECK(faults(store).empty());
}

TEST_CASE("a probe with another message gets another id, too") {
    FilledStore filled;
    Store& store = filled.store;
    Probe refused = probe(filled.device, 3, 0);
    refused.samples = {};
    refused.message = "cannot open /a/file";
    store.add(refused);
    const auto before = ids(store);
    renew(store, "UPDATE probe SET message = 'not measured' WHERE message <> ''");
    CHECK(without(before, ids(store)).size() == 1);
    CHECK(faults(store).empty());
}

TEST_CASE("ids are renewed to the same ids each time") {
    FilledStore filled;
    Store& store = filled.store;
    const auto before = ids(store);
    renew(store);
    CHECK(ids(store) == before);
    renew(store, "UPDATE run SET host = ''");
    const auto once = ids(store);
    renew(store);
    CHECK(ids(store) == once);
}
