// SPDX-License-Identifier: MIT
// The state behind Tuned: the catalog, the fallback levels, rejected configs, and the latest
// answers.
#include "db/lookup/tuned.hpp"

#include <functional>
#include <iostream>
#include <list>
#include <mutex>
#include <set>
#include <shared_mutex>

#include "db/lookup/answer_cache.hpp"
#include "db/lookup/fallback.hpp"
#include "db/lookup/query_check.hpp"
#include "db/lookup/read_catalog.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/model/printable.hpp"
#include "db/sqlite/environment.hpp"
#include "db/sqlite/schema.hpp"

namespace hone {
namespace {

bool logs() {
    return environment_variable("HONE_LOG", "0") != "0";
}

void log(const std::string& line) {
    if (logs()) std::clog << "hone: " + one_line(line) + "\n";
}

std::string mode_of_user() {
    std::string mode = environment_variable("HONE_MODE");
    if (!mode.empty() && mode != "off" && mode != "tune")
        complain_of_variable("HONE_MODE", mode, "it takes off or tune; this value is ignored");
    return mode;
}

void log(const TunedKernel& kernel) {
    if (!logs()) return;
    const Query& query = kernel.query;
    log(query.what + " " + query.precision + " " + joined(query.problem) + " on " +
        query.device.name + ": " + kernel.kernel + " (" + std::string(text(kernel.match)) + ") " +
        joined(kernel.config) + ": " + kernel.reason +
        (kernel.stale.empty() ? "" : "; " + kernel.stale));
}

}  // namespace

struct Tuned::State {
    explicit State(std::vector<std::filesystem::path> from) : files(std::move(from)) {
        replace_catalog(lookup::read_catalog(files, trust));
        keep_skipped();
    }

    void replace_catalog(lookup::Catalog now) {
        catalog = std::move(now);
        ++generation;
        times = std::make_unique<lookup::TimesCache>();
        ++changes;
    }

    void keep_skipped() {
        skipped.push_back(catalog.skipped);
        for (const auto& [file, reason] : skipped.back()) log(file.string() + ": " + reason);
    }

    /// Something changed that answers depend on.
    void forget_answers() {
        cache.clear();
        ++changes;
    }

    TunedKernel answer(const Query& query) const {
        TunedKernel kernel;
        kernel.reason = lookup::complaint_about(query, catalog);
        kernel.precision = query.precision;
        if (kernel.reason.empty())
            kernel = lookup::answer(catalog, off ? defaults() : levels, query, rejected, *times);
        kernel.query = query;
        if (off) kernel.reason = "HONE_MODE=off: " + kernel.reason;
        const auto source = sources.find(kernel.kernel);
        constexpr const char* changed = "the kernel's source has changed since";
        if (source != sources.end() && source->second != kernel.source &&
            kernel.stale.find(changed) == std::string::npos)
            kernel.stale += (kernel.stale.empty() ? "" : "; ") + std::string(changed);
        return kernel;
    }

    TunedKernel keep(std::size_t hash, TunedKernel kernel) {
        log(kernel);
        cache.keep(hash, kernel);
        return kernel;
    }

    std::vector<lookup::FallbackLevel> defaults() const { return {levels.back()}; }

    /// Whether to tune the problem: it is valid and has no current result.
    bool misses(const TunedKernel& kernel) const {
        const bool wrong = !lookup::complaint_about(kernel.query, catalog).empty();
        return tune && tuner && !wrong && (kernel.match != Match::exact || !kernel.stale.empty());
    }

    /// Tunes without holding the lock, so that other threads are not blocked; then answers again.
    TunedKernel tuned_answer(std::size_t hash, const TunedKernel& kernel,
                             std::unique_lock<std::shared_mutex>& lock);
    /// Calls the tuner and reads its results, without holding the lock.
    void tune_and_read(const Query& query, std::unique_lock<std::shared_mutex>& lock);
    /// Reads the databases without holding the lock.
    void read_again(std::unique_lock<std::shared_mutex>& lock);

    std::vector<std::filesystem::path> files;
    lookup::Trust trust = lookup::Trust::installed;
    lookup::Catalog catalog;                    // read again after tuning
    std::size_t generation = 0;                 // how often it was read
    std::size_t changes = 0;                    // of what answers depend on
    std::unique_ptr<lookup::TimesCache> times;  // of this catalog
    std::list<std::vector<Skipped>> skipped;    // of the first read, and of trust_databases()
    std::vector<lookup::FallbackLevel> levels = lookup::read_fallback_levels();
    lookup::Rejected rejected;
    std::map<std::string, std::string, std::less<>> sources;
    lookup::AnswerCache cache;
    Tuner tuner;
    std::set<std::size_t> in_tuning;  // hashes of the queries
    std::string mode = mode_of_user();
    bool off = mode == "off";
    bool tune = mode == "tune";
    std::shared_mutex mutex;
};

Tuned::Tuned() : Tuned(lookup::database_search_paths()) {}

Tuned::Tuned(const std::vector<std::filesystem::path>& files)
    : state_(std::make_unique<State>(files)) {}

Tuned::~Tuned() = default;
Tuned::Tuned(Tuned&&) noexcept = default;
Tuned& Tuned::operator=(Tuned&&) noexcept = default;

// Another thread may have read newer results meanwhile, or demand more trust. Then this thread reads
// again.
void Tuned::State::read_again(std::unique_lock<std::shared_mutex>& lock) {
    for (;;) {
        const auto trusted = trust;
        const std::size_t before = generation;
        lock.unlock();
        lookup::Catalog now = lookup::read_catalog(files, trusted);
        lock.lock();
        if (generation == before && trust == trusted) return replace_catalog(std::move(now));
    }
}

void Tuned::State::tune_and_read(const Query& query, std::unique_lock<std::shared_mutex>& lock) {
    const Tuner tune_it = tuner;
    lock.unlock();
    const bool found = tune_it(query.what, query.device, query.precision, query.problem);
    lock.lock();
    if (found) read_again(lock);
}

TunedKernel Tuned::State::tuned_answer(std::size_t hash, const TunedKernel& kernel,
                                       std::unique_lock<std::shared_mutex>& lock) {
    // A query for a problem that is being tuned gets the best answer known now.
    if (!in_tuning.insert(hash).second) {
        log(kernel);
        return kernel;
    }
    const Query query = kernel.query;
    try {
        tune_and_read(query, lock);
    } catch (const std::exception& error) {
        if (!lock.owns_lock()) lock.lock();
        log(query.what + " was not tuned: " + error.what());
    } catch (...) {  // the application's tuner may throw anything
        if (!lock.owns_lock()) lock.lock();
        log(query.what + " was not tuned");
    }
    in_tuning.erase(hash);
    return keep(hash, answer(query));  // the previous answer may have been rejected
}

TunedKernel Tuned::find(std::string_view what, const Device& device, std::string_view precision,
                        const Settings& problem, Rewriting rewriting, Math math) {
    return find(what, device, precision, problem, Objective::time, rewriting, math);
}

TunedKernel Tuned::find(std::string_view what, const Device& device, std::string_view precision,
                        const Settings& problem, Objective objective, Rewriting rewriting,
                        Math math) {
    if (lookup::says_twice(problem))
        return find(what, device, precision, lookup::each_once(problem), objective, rewriting,
                    math);
    State& state = *state_;
    const lookup::Question question{what, device, precision, problem, rewriting, math, objective};
    const std::size_t hash = question.hash();
    // Estimating takes milliseconds; meanwhile other threads find their answers.
    std::shared_lock reading(state.mutex);
    if (const auto* known = state.cache.find(question, hash)) return *known;
    TunedKernel kernel = state.answer(question.query());
    const std::size_t before = state.changes;
    reading.unlock();
    std::unique_lock writing(state.mutex);
    if (const auto* known = state.cache.find(question, hash)) return *known;
    if (state.changes != before) kernel = state.answer(question.query());
    if (state.misses(kernel)) return state.tuned_answer(hash, kernel, writing);
    return state.keep(hash, std::move(kernel));
}

std::string Tuned::complaint_about(const Query& query) const {
    const std::shared_lock reading(state_->mutex);
    return lookup::complaint_about(query, state_->catalog);
}

TunedKernel Tuned::reject(const TunedKernel& answer) {
    return reject(answer, "", [&](const std::string& version) {
        state_->cache.forget(answer);
        state_->rejected.add(version, joined(answer.config), answer.query.device);
    });
}

TunedKernel Tuned::reject_for_problem(const TunedKernel& answer) {
    return reject(answer, " for this problem", [&](const std::string& version) {
        state_->cache.forget(answer);
        state_->rejected.add(version, joined(answer.config), answer.query);
    });
}

TunedKernel Tuned::reject_program(const TunedKernel& answer) {
    return reject(answer, " with all of its program", [&](const std::string& version) {
        state_->cache.forget_program(answer);
        state_->rejected.add_program(version, answer.build_options, answer.query.device);
    });
}

TunedKernel Tuned::reject(const TunedKernel& answer, const char* what,
                          const std::function<void(const std::string& version)>& add) {
    State& state = *state_;
    {
        const std::unique_lock writing(state.mutex);
        for_versions_of(answer, add);
        ++state.changes;
        log(answer.kernel + " with " + joined(answer.config) + " was rejected" + what);
    }
    const Query& query = answer.query;
    return find(query.what, query.device, query.precision, query.problem, query.objective,
                query.rewriting, query.math);
}

void Tuned::for_versions_of(const TunedKernel& answer,
                            const std::function<void(const std::string& version)>& call) {
    for (const auto& version : state_->catalog.versions)
        if (version.name == answer.kernel && version.source == answer.source) call(version.id);
}

void Tuned::withdraw(const TunedKernel& rejected) {
    const std::unique_lock writing(state_->mutex);
    for_versions_of(rejected, [&](const std::string& version) {
        state_->rejected.remove(version, joined(rejected.config), rejected.build_options,
                                rejected.query);
    });
    state_->forget_answers();
    log(rejected.kernel + " with " + joined(rejected.config) + " is no longer rejected");
}

void Tuned::set_source(std::string_view kernel, std::string_view text) {
    const std::unique_lock writing(state_->mutex);
    state_->sources.insert_or_assign(std::string(kernel), std::string(text));
    state_->forget_answers();
}

void Tuned::trust_databases() {
    std::unique_lock writing(state_->mutex);
    state_->trust = lookup::Trust::stored;
    state_->read_again(writing);
    state_->forget_answers();
    state_->keep_skipped();
}

std::size_t Tuned::generation() const {
    const std::shared_lock reading(state_->mutex);
    return state_->generation;
}

const std::vector<Tuned::Skipped>& Tuned::skipped() const {
    const std::shared_lock reading(state_->mutex);
    return state_->skipped.back();
}

void Tuned::on_miss(Tuner tuner) {
    const std::unique_lock writing(state_->mutex);
    state_->tuner = std::move(tuner);
}

}  // namespace hone
