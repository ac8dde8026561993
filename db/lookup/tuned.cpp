// SPDX-License-Identifier: MIT
// The handle that applications hold: the catalog, the fallback levels, rejected configs, and every
// answer given so far, which is the cache.
#include "db/lookup/tuned.hpp"

#include <deque>
#include <functional>
#include <iostream>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <unordered_map>

#include "db/lookup/fallback.hpp"
#include "db/lookup/query_check.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/sqlite/environment.hpp"
#include "db/sqlite/schema.hpp"

namespace hone {
namespace {

std::size_t mixed(std::size_t hash, std::string_view text) {
    return hash * 31 + std::hash<std::string_view>{}(text);
}

/// A hash of what most queries differ in.
std::size_t hash_of(std::string_view what, const Device& device, std::string_view precision,
                    const Settings& problem) {
    std::size_t hash = mixed(mixed(mixed(0, what), precision), device.name);
    for (const Setting& setting : problem) {
        hash = mixed(hash, setting.first);
        hash = hash * 31 + std::hash<decltype(setting.second)>{}(setting.second);
    }
    return hash;
}

bool same(const Query& query, std::string_view what, const Device& device,
          std::string_view precision, const Settings& problem, Rewriting rewriting) {
    return query.what == what && query.precision == precision && query.rewriting == rewriting &&
           query.problem == problem && query.device == device;
}

bool logs() {
    return environment_variable("HONE_LOG", "0") != "0";
}

void log(const std::string& line) {
    if (logs()) std::clog << "hone: " + line + "\n";
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
    /// A cached answer stays valid for whoever holds it; a rejected one is not returned again.
    struct CachedAnswer {
        TunedKernel kernel;
        bool current = true;
    };

    explicit State(std::vector<std::filesystem::path> from) : files(std::move(from)) { read(); }

    void read() {
        replace_catalog(lookup::read_catalog(files, trust));
        skipped = catalog.skipped;
        for (const auto& [file, reason] : skipped) log(file.string() + ": " + reason);
    }

    void replace_catalog(lookup::Catalog now) {
        catalog = std::move(now);
        times = std::make_unique<lookup::TimesCache>();
    }

    const TunedKernel* known(std::size_t hash, std::string_view what, const Device& device,
                             std::string_view precision, const Settings& problem,
                             Rewriting rewriting) const {
        const auto [first, last] = cache.equal_range(hash);
        for (auto each = first; each != last; ++each)
            if (each->second.current &&
                same(each->second.kernel.query, what, device, precision, problem, rewriting))
                return &each->second.kernel;
        return nullptr;
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
        if (source != sources.end() && source->second != kernel.source)
            kernel.stale = "the kernel's source has changed since";
        return kernel;
    }

    const TunedKernel& keep(std::size_t hash, TunedKernel kernel, bool current = true) {
        log(kernel);
        return cache.emplace(hash, CachedAnswer{std::move(kernel), current})->second.kernel;
    }

    std::vector<lookup::FallbackLevel> defaults() const { return {levels.back()}; }

    /// Whether it is to be tuned: the problem can be, and nothing fresh is known of it.
    bool misses(const TunedKernel& kernel) const {
        const bool wrong = !lookup::complaint_about(kernel.query, catalog).empty();
        return tune && tuner && !wrong && (kernel.match != Match::exact || !kernel.stale.empty());
    }

    /// Tunes without the lock, so that other threads go on; then answers again.
    const TunedKernel& tuned_answer(std::size_t hash, TunedKernel kernel,
                                    std::unique_lock<std::shared_mutex>& lock);

    std::vector<std::filesystem::path> files;
    lookup::Trust trust = lookup::Trust::installed;
    lookup::Catalog catalog;                    // read again after tuning
    std::unique_ptr<lookup::TimesCache> times;  // of this catalog
    std::vector<Skipped> skipped;               // by the first read, or by trust_databases()
    std::vector<lookup::FallbackLevel> levels = lookup::read_fallback_levels();
    lookup::Rejected rejected;
    std::map<std::string, std::string, std::less<>> sources;
    std::unordered_multimap<std::size_t, CachedAnswer> cache;
    Tuner tuner;
    std::set<std::size_t> in_tuning;  // hashes of the queries
    bool off = environment_variable("HONE_MODE") == "off";
    bool tune = environment_variable("HONE_MODE") == "tune";
    std::shared_mutex mutex;
};

Tuned::Tuned() : Tuned(lookup::database_search_paths()) {}

Tuned::Tuned(const std::vector<std::filesystem::path>& files)
    : state_(std::make_unique<State>(files)) {}

Tuned::~Tuned() = default;
Tuned::Tuned(Tuned&&) noexcept = default;
Tuned& Tuned::operator=(Tuned&&) noexcept = default;

const TunedKernel& Tuned::State::tuned_answer(std::size_t hash, TunedKernel kernel,
                                              std::unique_lock<std::shared_mutex>& lock) {
    // Who asks for what is being tuned gets what is known by now.
    if (!in_tuning.insert(hash).second) return keep(hash, std::move(kernel), false);
    const Tuner tune_it = tuner;
    const auto trusted = trust;
    const Query query = kernel.query;
    lock.unlock();
    bool found = false;
    lookup::Catalog now;
    try {
        found = tune_it(query.what, query.device, query.precision, query.problem);
        if (found) now = lookup::read_catalog(files, trusted);
    } catch (const std::exception& error) {
        log(query.what + " was not tuned: " + error.what());
        found = false;
    }
    lock.lock();
    in_tuning.erase(hash);
    if (!found) return keep(hash, std::move(kernel));
    replace_catalog(std::move(now));
    return keep(hash, answer(query));
}

const TunedKernel& Tuned::find(std::string_view what, const Device& device,
                               std::string_view precision, const Settings& problem,
                               Rewriting rewriting) {
    if (lookup::says_twice(problem))
        return find(what, device, precision, lookup::each_once(problem), rewriting);
    State& state = *state_;
    const std::size_t hash = hash_of(what, device, precision, problem);
    const auto known = [&] {
        return state.known(hash, what, device, precision, problem, rewriting);
    };
    {
        const std::shared_lock reading(state.mutex);
        if (const auto* kernel = known()) return *kernel;
    }
    std::unique_lock writing(state.mutex);
    if (const auto* kernel = known()) return *kernel;
    TunedKernel kernel =
        state.answer({std::string(what), device, std::string(precision), problem, rewriting});
    if (state.misses(kernel)) return state.tuned_answer(hash, std::move(kernel), writing);
    return state.keep(hash, std::move(kernel));
}

const TunedKernel& Tuned::reject(const TunedKernel& answer) {
    State& state = *state_;
    const TunedKernel rejected = answer;
    {
        const std::unique_lock writing(state.mutex);
        for (auto& [hash, cached] : state.cache) {
            const bool same_config = cached.kernel.kernel == rejected.kernel &&
                                     cached.kernel.source == rejected.source &&
                                     cached.kernel.config == rejected.config;
            if (same_config) cached.current = false;
        }
        for (const auto& version : state.catalog.versions)
            if (version.name == rejected.kernel && version.source == rejected.source)
                state.rejected.insert({version.id, joined(rejected.config)});
        log(rejected.kernel + " with " + joined(rejected.config) + " was rejected");
    }
    const Query& query = rejected.query;
    return find(query.what, query.device, query.precision, query.problem, query.rewriting);
}

void Tuned::set_source(std::string_view kernel, std::string_view text) {
    const std::unique_lock writing(state_->mutex);
    state_->sources.insert_or_assign(std::string(kernel), std::string(text));
    for (auto& [hash, cached] : state_->cache) cached.current = false;
}

void Tuned::trust_databases() {
    const std::unique_lock writing(state_->mutex);
    state_->trust = lookup::Trust::stored;
    state_->read();
    for (auto& [hash, cached] : state_->cache) cached.current = false;
}

const std::vector<Tuned::Skipped>& Tuned::skipped() const {
    return state_->skipped;
}

void Tuned::on_miss(Tuner tuner) {
    const std::unique_lock writing(state_->mutex);
    state_->tuner = std::move(tuner);
}

}  // namespace hone
