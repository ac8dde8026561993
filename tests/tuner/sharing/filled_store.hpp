// SPDX-License-Identifier: MIT
// Runs with rows in every table that refers to a run or a trial, and a summary without any id.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/db/samples.hpp"

namespace hone::samples {

/// Adds a finished run: its best config has this tile, and the next one is wrong.
inline Run fill(Store& store, Run run, std::int64_t tile) {
    run = store.start(run);
    const Trial chosen = add_results(store, run.id, tile);
    store.add(SustainedTiming{.trial = chosen.id,
                              .seconds = 1,
                              .run_ns = 1100,
                              .meter = {},
                              .throttled = {},
                              .message = "no meter"});
    store.end(run.id, State::finished);
    return *store.run(run.id);
}

inline Run fill(Store& store, const MeasurementKey& key, std::int64_t tile) {
    return fill(store, run(key), tile);
}

/// For each run, in an order that does not depend on ids: its problem, its trials, and what refers
/// to them.
inline std::string summary_of(Store& store) {
    std::vector<std::string> all;
    for (const Run& run : store.runs()) {
        std::string line = run.key.problem + ':';
        const auto config_of = [&](const std::string& id) {
            for (const Trial& trial : store.trials(run.id))
                if (trial.id == id) return trial.config;
            return std::string("no trial of this run");
        };
        for (const Trial& trial : store.trials(run.id))
            line += ' ' + trial.config + std::string(word(trial.outcome));
        for (const Finalist& finalist : store.finalists(run.id))
            line += " finalist " + config_of(finalist.trial);
        for (const SustainedTiming& sustained : store.sustained_timings(run.id))
            line += " sustained " + config_of(sustained.trial);
        for (const Trial& trial : store.audited(run.id, "occupancy"))
            line += " audit " + trial.config;
        for (const SizeCheck& check : store.size_checks(run.id)) line += " check " + check.config;
        for (const Pruned& pruned : store.pruned(run.id))
            line += " pruned " + std::to_string(pruned.count);
        for (const ReferenceTiming& reference : store.reference_timings(run.id))
            line += ' ' + reference.name;
        for (const Sentinel& sentinel : store.sentinels(run.id))
            line += " sentinel " + sentinel.config;
        Statement kills(store.connection(), "SELECT config FROM kill WHERE run_id = :run");
        kills.bind(":run", run.id);
        while (kills.step()) line += " kill " + std::string(kills.text(0));
        all.push_back(line + '\n');
    }
    std::ranges::sort(all);
    std::string text;
    for (const std::string& line : all) text += line;
    return text;
}

/// The ids of all runs, trials and probes.
inline std::set<std::string> ids(Store& store) {
    std::set<std::string> all;
    for (const char* table : {"run", "trial", "probe"}) {
        Statement rows(store.connection(), std::string("SELECT id FROM ") + table);
        while (rows.step()) all.emplace(rows.text(0));
    }
    return all;
}

}  // namespace hone::samples
