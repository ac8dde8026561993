// SPDX-License-Identifier: MIT
// The checks are queries, db/sqlite/queries/check/*.sql, that return one line per fault. Only ids
// and intervals, which SQL cannot compute, are checked here.
#include "db/store/check_database.hpp"

#include "db/model/formerly.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/salvage.hpp"

namespace hone {
namespace {

using Faults = std::vector<std::string>;

struct CountedRows {
    std::string name;
    std::int64_t rows = 0;
};
template <class Visit>
void fields(CountedRows& counted, Visit& visit) {
    visit("name", counted.name), visit("rows", counted.rows);
}

Counts counts(Statement& statement) {
    Counts all;
    for (const auto& [name, rows] : read_all<CountedRows>(statement)) all.emplace_back(name, rows);
    return all;
}

struct DanglingReference {
    std::string table, parent;
};
template <class Visit>
void fields(DanglingReference& row, Visit& visit) {
    visit("table", row.table), visit("parent", row.parent);
}

void structure(Store& store, Faults& faults) {
    Statement pages(store.connection(), "PRAGMA integrity_check(100)");
    while (pages.step())
        if (pages.text(0) != "ok") faults.emplace_back(pages.text(0));
    NamedRows<DanglingReference> references(store.connection(), "PRAGMA foreign_key_check");
    while (const auto row = references.next())
        faults.push_back("a row of " + row->table + " refers to a " + row->parent +
                         " that does not exist");
}

/// The tables for applications follow the views of the hone version that stored them, so they are
/// not checked in older databases.
void rules(Store& store, Faults& faults) {
    const bool older =
        version_of(store.connection()) < static_cast<std::int64_t>(migrations().size());
    const bool behind = store.is_tuned_behind();
    if (behind)
        faults.emplace_back(
            "tuned: the last merge did not come to its end; the same merge again, or any other "
            "command that writes, such as `hone db add`, updates what applications read");
    for (const std::string_view name : query_names()) {
        if (!name.starts_with("check_") || ((older || behind) && name.starts_with("check_tuned")))
            continue;
        Statement& broken = store.query(name);
        while (broken.step()) faults.emplace_back(broken.text(0));
    }
}

bool same(const MedianInterval& a, const MedianInterval& b) {
    return a.median == b.median && a.low == b.low && a.high == b.high;
}

/// Whether a run's id matches its content, with the current or the former name of its precision.
bool has_its_id(Run run, const std::map<std::string, Kernel>& kernels) {
    const std::string id = run.id;
    if (id_of(run) == id) return true;
    const auto kernel = kernels.find(run.key.kernel);
    if (kernel == kernels.end()) return false;
    run.key.precision = former_precision(kernel->second.name, run.key.precision);
    return id_of(run) == id;
}

/// Each id must match its row, and each time its samples.
void contents_match(Store& store, Faults& faults) {
    for (const auto& [id, device] : store.devices())
        if (id_of(device) != id) faults.push_back("device " + id + ": was changed");
    const auto kernels = store.kernels();
    for (const auto& [id, kernel] : kernels)
        if (id_of(kernel) != id) faults.push_back("kernel " + id + ": was changed");
    for (const Run& run : store.runs())
        if (!has_its_id(run, kernels)) faults.push_back("run " + run.id + ": was changed");
    for (const auto& [id, probe] : read_all<Identified<Probe>>(store.query("probe_history")))
        if (id_of(probe) != id) faults.push_back("probe " + id + ": was changed");
    Statement& trials = store.query("trials");
    const RowReader<Trial> reader(trials);
    while (trials.step()) {
        const Trial trial = reader.read();
        if (id_of(trial) != trial.id) faults.push_back("trial " + trial.id + ": was changed");
        if (!same(trial.time, median_interval(trial.samples)))
            faults.push_back("trial " + trial.id + ": its time does not match its samples");
    }
}

/// The rows that damage has made unreadable, by table; empty if rows are endless.
std::vector<Salvaged> readable_rows(Connection& connection) {
    try {
        return salvage(connection, ":memory:");
    } catch (const StoreError&) {
        return {};
    }
}

Faults damage(Connection& connection) {
    const std::string file = connection.file().string();
    Faults lines{file + " is damaged; `hone db merge " + file +
                 " --db NEW` copies what can be read into a new one"};
    for (const Salvaged& table : readable_rows(connection))
        if (!table.stored)
            lines.push_back(table.table + ": " + std::to_string(table.rows) +
                            " rows can be read; how many are lost is not known");
        else if (!table.is_whole())
            lines.push_back(table.table + ": " + std::to_string(table.rows) + " of " +
                            std::to_string(*table.stored) + " rows can be read");
    return lines;
}

}  // namespace

Contents contents(Store& store) {
    Connection& connection = store.connection();
    return {connection.text("SELECT value FROM meta WHERE key = 'created'"),
            connection.integer("PRAGMA user_version"),
            connection.integer(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
            connection.text("PRAGMA journal_mode"),
            counts(store.query("contents")),
            counts(store.query("outcomes"))};
}

std::vector<std::string> faults(Store& store) {
    Faults faults;
    bool is_damaged = false;
    // Damage can make any query fail. That failure is reported, too, and the next check may still
    // find other faults.
    for (const auto test : {structure, rules, contents_match}) {
        try {
            test(store, faults);
        } catch (const StoreError& error) {
            if (error.fault() != StoreFault::damage) faults.emplace_back(error.what());
            is_damaged = is_damaged || error.fault() == StoreFault::damage;
        }
    }
    if (!is_damaged) return faults;
    Faults all = damage(store.connection());
    all.insert(all.end(), faults.begin(), faults.end());
    return all;
}

}  // namespace hone
