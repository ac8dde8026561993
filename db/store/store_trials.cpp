// SPDX-License-Identifier: MIT
// Trials, and the rows of a run that refer to them. The caller passes raw samples; only median_interval()
// computes the median and its interval.
#include <cmath>
#include <limits>

#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/store.hpp"

namespace hone {
namespace {

// A compiler's log can be megabytes long; its first lines are the helpful ones.
constexpr std::size_t longest_message = 4096;

Statement& bind_wanted(Statement& statement, const Wanted& wanted) {
    return statement.bind(":device_id", wanted.device)
        .bind(":kernel", wanted.kernel)
        .bind(":routine", wanted.routine)
        .bind(":precision", wanted.precision);
}

template <class T>
std::vector<T> of_run(Statement& statement, const std::string& run) {
    return read_all<T>(statement.bind(":run_id", run));
}

}  // namespace

Trial Store::add(Trial trial) {
    trial.time = median_interval(trial.samples);
    if (trial.started == 0) trial.started = now_ms();
    if (std::isnan(trial.error)) trial.error = std::numeric_limits<double>::infinity();
    if (trial.message.size() > longest_message) trial.message.resize(longest_message);
    trial = shown(std::move(trial));
    in_transaction([&] {
        trial.ordinal = query("trial_next").bind(":run_id", trial.run).number();
        trial.id = id_of(trial);
        bind(query("trial_add"), trial).run();
        mark_finished(trial.run, trial.config);
        query("kill_withdraw").bind(":run_id", trial.run).bind(":config", trial.config).run();
    });
    return trial;
}

std::vector<Trial> Store::trials(const std::string& run) {
    return of_run<Trial>(query("trials_of_run"), run);
}

std::vector<Trial> Store::trials(const MeasurementKey& key) {
    return read_all<Trial>(bind(query("trials_of_key"), key));
}

std::optional<Best> Store::best(const MeasurementKey& key) {
    return first<Best>(bind(query("best"), key));
}

std::vector<Best> Store::bests(const Wanted& wanted) {
    return read_all<Best>(bind_wanted(query("bests"), wanted));
}

void Store::add(const std::string& run, const Finalist& finalist) {
    bind(query("finalist_add"), finalist).bind(":run_id", run).run();
}

std::vector<Finalist> Store::finalists(const std::string& run) {
    return of_run<Finalist>(query("finalists"), run);
}

void Store::add(const SustainedTiming& sustained) {
    bind(query("steady_timing_add"), sustained).run();
}

std::vector<SustainedTiming> Store::sustained_timings(const std::string& run) {
    return of_run<SustainedTiming>(query("steady_timings"), run);
}

std::vector<SustainedBest> Store::sustained_timings(const Wanted& wanted) {
    return read_all<SustainedBest>(bind_wanted(query("steady_bests"), wanted));
}

void Store::add(const SizeCheck& size_check) {
    const std::int64_t at = now_ms();
    const std::string id = Fingerprint()
                               .add(size_check.run)
                               .add(size_check.config)
                               .add(size_check.problem)
                               .add(at)
                               .id();
    bind(query("size_check_add"), size_check).bind(":id", id).bind(":at", at).run();
}

std::vector<SizeCheck> Store::size_checks(const std::string& run) {
    return of_run<SizeCheck>(query("size_checks"), run);
}

void Store::add_audit(const std::string& trial, const std::string& rule) {
    query("audit_add").bind(":trial_id", trial).bind(":rule", rule).run();
}

std::vector<Trial> Store::audited(const std::string& run, const std::string& rule) {
    return of_run<Trial>(query("audited").bind(":rule", rule), run);
}

void Store::set(const std::string& run, const Pruned& pruned) {
    bind(query("pruned_set"), pruned).bind(":run_id", run).run();
}

std::vector<Pruned> Store::pruned(const std::string& run) {
    return of_run<Pruned>(query("pruned"), run);
}

void Store::add(ReferenceTiming reference) {
    reference.time = median_interval(reference.samples);
    if (reference.at == 0) reference.at = now_ms();
    const std::string id =
        Fingerprint().add(reference.run).add(reference.name).add(reference.at).id();
    bind(query("reference_timing_add"), reference).bind(":id", id).run();
}

std::vector<ReferenceTiming> Store::reference_timings(const std::string& run) {
    return of_run<ReferenceTiming>(query("reference_timings"), run);
}

void Store::add(Sentinel sentinel) {
    sentinel.time = median_interval(sentinel.samples);
    if (sentinel.at == 0) sentinel.at = now_ms();
    const std::string samples = pack(sentinel.samples);
    const std::string id = Fingerprint().add(sentinel.run).add(sentinel.at).add(samples).id();
    bind(query("sentinel_add"), sentinel).bind(":id", id).run();
}

std::vector<Sentinel> Store::sentinels(const std::string& run) {
    return of_run<Sentinel>(query("sentinels"), run);
}

}  // namespace hone
