// SPDX-License-Identifier: MIT
// Loads the evidence in a few passes over whole tables: a report of a hundred thousand trials must
// not run a hundred thousand queries.
#include "reports/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

#include "db/device/name_match.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/kernel.hpp"
#include "db/store/named_rows.hpp"
#include "reports/evidence/device_labels.hpp"
#include "reports/text/describe.hpp"

namespace hone {
namespace {

struct SummaryRow {
    std::string_view run;
    TrialSummary trial;
};
template <class Visit>
void fields(SummaryRow& row, Visit& visit) {
    TrialSummary& trial = row.trial;
    visit("run_id", row.run), visit("config", trial.config), visit("purpose", trial.purpose);
    visit("outcome", trial.outcome), visit("", trial.time), visit("count", trial.time.count);
    visit("flops", trial.flops), visit("bytes", trial.bytes), visit("started", trial.started);
    visit("checked", trial.checked), visit("ordinal", trial.ordinal);
}

struct AuditRow {
    std::string run, rule;
    Outcome outcome = Outcome::ok;
    double median_ns = 0;
};
template <class Visit>
void fields(AuditRow& row, Visit& visit) {
    visit("run_id", row.run), visit("rule", row.rule);
    visit("outcome", row.outcome), visit("median_ns", row.median_ns);
}

TrialSummary summary_of(const Trial& trial) {
    TrialSummary summary;
    summary.config = trial.config;
    summary.purpose = trial.purpose;
    summary.outcome = trial.outcome;
    summary.time = trial.time;
    summary.flops = trial.flops;
    summary.bytes = trial.bytes;
    summary.started = trial.started;
    summary.checked = !trial.checked_with.empty();
    return summary;
}

// Times of a final round take precedence over those of the search.
bool is_better(const TrialSummary& one, const TrialSummary& other) {
    const bool final = one.purpose == Purpose::final;
    if (final != (other.purpose == Purpose::final)) return final;
    return one.time.median < other.time.median;
}

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

// Versions of one kernel are merged by its name.
Key key_of(const MeasurementKey& s, const std::string& kernel) {
    return {s.device, kernel, s.precision, s.problem, s.conditions};
}

class ReportDataLoader {
  public:
    ReportDataLoader(Store& store, const EvidenceFilter& filter) : store_(store), filter_(filter) {
        evidence_.kernels = store.kernels();
        const std::map<std::string, Device> all = store.devices();
        const auto labels = labels_of(all);
        for (const auto& [id, device] : all)
            if (wanted(id, device, labels.at(id))) evidence_.devices.emplace(id, device);
    }

    Evidence load() {
        load_runs();
        load_trials();
        load_bests();
        load_under_load();
        load_run_details();
        drop_unused_devices();
        evidence_.labels = labels_of(evidence_.devices);
        std::ranges::sort(evidence_.kernel_results, {}, [&](const KernelResults& results) {
            return std::tuple(results.key.routine, results.key.precision, results.key.size(),
                              results.key.problem, results.key.conditions, evidence_.label(results),
                              results.kernel_name, results.kernel);
        });
        return std::move(evidence_);
    }

  private:
    bool wanted(const std::string& id, const Device& device, const std::string& label) const {
        return filter_.devices.empty() || std::ranges::any_of(filter_.devices, [&](auto& words) {
                   return words == label || matches_device(id, device, words);
               });
    }

    // True if a run has the wanted kernel text and version of hone ("hone 0.1.0").
    bool wanted(const Run& run) const {
        return run.key.kernel.starts_with(filter_.kernel_text) &&
               (filter_.hone_version.empty() || run.tool == "hone " + filter_.hone_version);
    }

    void load_runs() {
        std::vector<Run> runs = store_.runs();
        std::ranges::reverse(runs);
        for (Run& run : runs) {
            const MeasurementKey& key = run.key;
            const Kernel& kernel = evidence_.kernels.at(key.kernel);
            const bool other = !filter_.routine.empty() && kernel.routine != filter_.routine &&
                               kernel.name != filter_.routine;
            if (other || !evidence_.devices.contains(key.device) || !wanted(run)) continue;
            if (figure_of(key.conditions) != Figure::time) continue;  // not a time
            const auto [at, is_new] = results_index_.try_emplace(key_of(key, kernel.name),
                                                                 evidence_.kernel_results.size());
            if (is_new) evidence_.kernel_results.push_back(results_of(key, kernel));
            KernelResults& results = evidence_.kernel_results[at->second];
            results.kernel = key.kernel;  // of the newest run
            run_index_[run.id] = {at->second, results.runs.size()};
            results.runs.push_back(std::move(run));
        }
    }

    KernelResults results_of(const MeasurementKey& key, const Kernel& kernel) const {
        KernelResults results;
        results.device = key.device;
        results.kernel = key.kernel;
        results.kernel_name = kernel.name;
        results.key = {kernel.routine, key.precision, readable(kernel.routine, key.problem),
                       key.conditions};
        return results;
    }

    // All problems use the argument order of the routine's first kernel, so that equal problems
    // have equal text.
    std::string readable(const std::string& routine, const std::string& problem) const {
        const auto first = std::ranges::find_if(evidence_.kernels, [&](const auto& one) {
            return one.second.routine == routine && !one.second.space.empty();
        });
        const Settings arguments = settings_of(problem);
        if (arguments.empty()) return problem;
        return canonical(in_declared_order(
            arguments, routine, first == evidence_.kernels.end() ? "" : first->second.space));
    }

    void load_trials() {
        Statement& rows = store_.query("trial_summaries");
        const RowReader<SummaryRow> reader(rows);
        while (rows.step()) {
            auto [run, trial] = reader.read();
            const auto at = run_index_.find(std::string(run));
            if (at == run_index_.end()) continue;
            trial.run = at->second.second;
            KernelResults& results = evidence_.kernel_results[at->second.first];
            if (trial.purpose == Purpose::default_config && trial.ok()) results.defaults = trial;
            results.trials.push_back(std::move(trial));
        }
    }

    // The best that the store trusts; for imported results, the fastest.
    void load_bests() {
        for (const Best& best : store_.bests()) {
            if (!run_index_.contains(best.trial.run)) continue;  // a run of another version
            const auto at = results_index_.find(key_of(best.key, best.kernel));
            if (at == results_index_.end()) continue;
            KernelResults& results = evidence_.kernel_results[at->second];
            if (results.best && results.best->time.median <= best.trial.time.median) continue;
            results.best = summary_of(best.trial);
            results.best->run = run_index_.at(best.trial.run).second;
            results.verified = true;
        }
        for (KernelResults& results : evidence_.kernel_results) {
            if (results.best) continue;
            for (const TrialSummary* trial : results.successful())
                if (!results.best || is_better(*trial, *results.best)) results.best = *trial;
        }
        for (KernelResults& results : evidence_.kernel_results) time_defaults_with_care(results);
        // If nothing beats the default config, both have the best's time.
        for (KernelResults& results : evidence_.kernel_results)
            if (results.best && results.defaults &&
                results.best->config == results.defaults->config)
                results.defaults = results.best;
    }

    void load_under_load() {
        for (const SustainedBest& one : store_.sustained_timings(Wanted{})) {
            if (!run_index_.contains(one.best.trial.run)) continue;  // a run of another version
            const auto at = results_index_.find(key_of(one.best.key, one.best.kernel));
            if (at != results_index_.end())
                evidence_.kernel_results[at->second].under_load.push_back(
                    load_point(one.best.trial, one.sustained));
        }
    }

    // Times from different moments are not compared. The final round that timed the best has also
    // timed the default config. Otherwise another final round was more careful than a search.
    static void time_defaults_with_care(KernelResults& results) {
        if (!results.defaults) return;
        for (const TrialSummary& trial : results.trials) {
            const bool is_final = trial.purpose == Purpose::final && trial.ok() &&
                                  trial.config == results.defaults->config;
            if (!is_final) continue;
            const bool beside_best = is_beside_best(results, trial);
            const bool known_beside = is_beside_best(results, *results.defaults);
            const bool more_careful = trial.time.count > results.defaults->time.count;
            if (beside_best != known_beside ? beside_best : more_careful) results.defaults = trial;
        }
    }

    static bool is_beside_best(const KernelResults& results, const TrialSummary& trial) {
        const auto& best = results.best;
        return best && best->purpose == Purpose::final && trial.purpose == Purpose::final &&
               trial.run == best->run;
    }

    void load_run_details() {
        for (KernelResults& results : evidence_.kernel_results)
            for (const Run& run : results.runs) {
                for (const ReferenceTiming& reference : store_.reference_timings(run.id))
                    if (reference.time.known()) results.references[reference.name] = reference;
                if (const auto found = results.references.find("clblast");
                    found != results.references.end())
                    results.reference = found->second;
                if (auto pruned = store_.pruned(run.id); !pruned.empty())
                    evidence_.pruned.emplace(run.id, std::move(pruned));
                std::size_t tied = 0;
                for (const Finalist& finalist : store_.finalists(run.id)) tied += finalist.tied;
                if (tied > 1) evidence_.ties.emplace(run.id, tied);
            }
        for (const auto& [id, device] : evidence_.devices)
            if (auto probes = store_.probes(id); std::ranges::any_of(probes, is_rate)) {
                evidence_.probes.emplace(id, std::move(probes));
                evidence_.spreads.emplace(id, spreads_of(store_.probe_repeats(id)));
            }
        load_audits();
    }

    void load_audits() {
        for (const AuditRow& audit : read_all<AuditRow>(store_.query("audits"))) {
            if (!run_index_.contains(audit.run)) continue;
            std::vector<AuditedRule>& rules = evidence_.audits[audit.run];
            if (rules.empty() || rules.back().rule != audit.rule)
                rules.push_back({audit.rule, 0, 0, {}});
            AuditedRule& rule = rules.back();
            ++rule.timed;
            if (audit.outcome == Outcome::ok)
                rule.times_ns.push_back(audit.median_ns);
            else
                ++rule.failed;
        }
    }

    void drop_unused_devices() {
        std::set<std::string> used;
        for (const KernelResults& results : evidence_.kernel_results) used.insert(results.device);
        for (const auto& [id, probes] : evidence_.probes) used.insert(id);
        std::erase_if(evidence_.devices,
                      [&](const auto& one) { return !used.contains(one.first); });
    }

    Store& store_;
    const EvidenceFilter& filter_;
    Evidence evidence_;
    std::map<Key, std::size_t> results_index_;  // indexes of results, by their key
    std::map<std::string, std::pair<std::size_t, std::size_t>>
        run_index_;  // index of a run's results, and of the run in them
};

}  // namespace

std::vector<const TrialSummary*> KernelResults::successful() const {
    std::vector<const TrialSummary*> all;
    for (const TrialSummary& trial : trials)
        if (trial.ok() && trial.time.median > 0) all.push_back(&trial);
    return all;
}

// Counted by the largest number of a run's trials, since garbage collection removes trials.
std::size_t KernelResults::measured_trials() const {
    std::vector<std::size_t> of_run(runs.size());
    for (const TrialSummary& trial : trials)
        of_run[trial.run] = std::max(of_run[trial.run], trial.ordinal + 1);
    return std::accumulate(of_run.begin(), of_run.end(), std::size_t{0});
}

std::size_t Evidence::measured_trials() const {
    std::size_t sum = 0;
    for (const KernelResults& results : kernel_results) sum += results.measured_trials();
    return sum;
}

std::size_t Evidence::kept_trials() const {
    std::size_t sum = 0;
    for (const KernelResults& results : kernel_results) sum += results.trials.size();
    return sum;
}

std::vector<const KernelResults*> Evidence::fastest_results() const {
    std::vector<const KernelResults*> all;
    for (const KernelResults& results : kernel_results) {
        if (!results.best) continue;
        const bool same =
            !all.empty() && all.back()->key == results.key && all.back()->device == results.device;
        if (!same)
            all.push_back(&results);
        else if (results.best->time.median < all.back()->best->time.median)
            all.back() = &results;
    }
    return all;
}

std::vector<std::string> Evidence::devices_in_order() const {
    std::vector<std::string> ids;
    for (const auto& [id, device] : devices) ids.push_back(id);
    std::ranges::sort(ids, {}, [&](const std::string& id) { return labels.at(id); });
    return ids;
}

bool matches_device(const std::string& id, const Device& device, const std::string& words) {
    if (words.size() >= 4 && id.starts_with(words)) return true;
    const std::string driver = lower(device.driver);
    std::istringstream parts(words);
    for (std::string part; parts >> part;)
        if (!name_matches(device, part) && driver.find(lower(part)) == std::string::npos)
            return false;
    return true;
}

Evidence load_evidence(Store& store, const EvidenceFilter& filter) {
    return ReportDataLoader(store, filter).load();
}

}  // namespace hone
