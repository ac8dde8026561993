// SPDX-License-Identifier: MIT
// Rows that refer to a changed row are changed with it; foreign keys are checked at the end.
#include "tuner/sharing/renew_ids.hpp"

#include <array>
#include <string_view>

#include "db/store/named_rows.hpp"

namespace hone {
namespace {

constexpr std::array<std::string_view, 8> of_run{
    "share_run_id",          "share_run_of_trial",
    "share_run_of_finalist", "share_run_of_size_check",
    "share_run_of_pruned",   "share_run_of_reference_timing",
    "share_run_of_sentinel", "share_run_of_kill"};
constexpr std::array<std::string_view, 4> of_trial{"share_trial_id", "share_trial_of_finalist",
                                                   "share_trial_of_audit",
                                                   "share_trial_of_steady_timing"};

template <std::size_t N>
void rename(Store& store, const std::array<std::string_view, N>& queries, const std::string& before,
            const std::string& now) {
    if (before == now) return;
    for (const std::string_view query : queries)
        store.query(query).bind(":old", before).bind(":new", now).run();
}

void renew_probes(Store& store) {
    for (const auto& [id, probe] : read_all<Identified<Probe>>(store.query("probe_history")))
        rename(store, std::array<std::string_view, 1>{"share_probe_id"}, id, id_of(probe));
}

}  // namespace

void renew_ids(Store& store) {
    store.connection().run("PRAGMA defer_foreign_keys = ON");
    store.query("share_kept_bests").run();
    store.query("share_kept_timings").run();
    for (const Run& run : store.runs()) {
        const std::string now = id_of(run);
        rename(store, of_run, run.id, now);
        for (const Trial& trial : store.trials(now))
            rename(store, of_trial, trial.id, id_of(trial));
    }
    renew_probes(store);
}

}  // namespace hone
