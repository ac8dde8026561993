// SPDX-License-Identifier: MIT
// The handle that applications hold: the catalog, the fallback levels, rejected configs, and every
// answer given so far, which is the cache.
#include "db/lookup/tuned.hpp"

#include <deque>
#include <functional>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "db/lookup/fallback.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/sqlite/environment.hpp"
#include "db/sqlite/schema.hpp"

namespace hone {
namespace {

using lookup::Query;

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
          std::string_view precision, const Settings& problem) {
    return query.what == what && query.precision == precision && query.problem == problem &&
           query.device == device;
}

bool logs() {
    return environment_variable("HONE_LOG", "0") != "0";
}

void log(const std::string& line) {
    if (logs()) std::clog << "hone: " + line + "\n";
}

void log(const Query& query, const TunedKernel& kernel) {
    if (!logs()) return;
    log(query.what + " " + query.precision + " " + joined(query.problem) + " on " +
        query.device.name + ": " + kernel.kernel + " (" + std::string(text(kernel.match)) + ") " +
        joined(kernel.config) + ": " + kernel.reason +
        (kernel.stale.empty() ? "" : "; " + kernel.stale));
}

}  // namespace

struct Tuned::State {
    /// A cached answer stays valid for whoever holds it; a rejected one is not returned again.
    struct CachedAnswer {
        Query query;
        TunedKernel kernel;
        bool current = true;
    };

    explicit State(std::vector<std::filesystem::path> from) : files(std::move(from)) { read(); }

    void read() {
        read_again();
        skipped = catalog.skipped;
        for (const auto& [file, reason] : skipped) log(file.string() + ": " + reason);
    }

    void read_again() {
        catalog = lookup::read_catalog(files, trust);
        times = std::make_unique<lookup::TimesCache>();
    }

    const TunedKernel* known(std::size_t hash, std::string_view what, const Device& device,
                             std::string_view precision, const Settings& problem) const {
        const auto [first, last] = cache.equal_range(hash);
        for (auto each = first; each != last; ++each)
            if (each->second.current && same(each->second.query, what, device, precision, problem))
                return &each->second.kernel;
        return nullptr;
    }

    TunedKernel answer(const Query& query) const {
        TunedKernel kernel =
            lookup::answer(catalog, off ? defaults() : levels, query, rejected, *times);
        if (off) kernel.reason = "HONE_MODE=off: " + kernel.reason;
        const auto source = sources.find(kernel.kernel);
        if (source != sources.end() && source->second != kernel.source)
            kernel.stale = "the kernel's source has changed since";
        return kernel;
    }

    std::vector<lookup::FallbackLevel> defaults() const { return {levels.back()}; }

    bool misses(const TunedKernel& kernel) const {
        return tune && tuner && (kernel.match != Match::exact || !kernel.stale.empty());
    }

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

const TunedKernel& Tuned::find(std::string_view what, const Device& device,
                               std::string_view precision, const Settings& problem) {
    State& state = *state_;
    const std::size_t hash = hash_of(what, device, precision, problem);
    {
        const std::shared_lock reading(state.mutex);
        if (const auto* known = state.known(hash, what, device, precision, problem)) return *known;
    }
    const std::unique_lock writing(state.mutex);
    if (const auto* known = state.known(hash, what, device, precision, problem)) return *known;
    const Query query{std::string(what), device, std::string(precision), problem};
    TunedKernel kernel = state.answer(query);
    if (state.misses(kernel) && state.tuner(what, device, precision, problem)) {
        state.read_again();
        kernel = state.answer(query);
    }
    log(query, kernel);
    return state.cache.emplace(hash, Tuned::State::CachedAnswer{query, std::move(kernel)})
        ->second.kernel;
}

const TunedKernel& Tuned::reject(const TunedKernel& answer) {
    State& state = *state_;
    Query query;
    {
        const std::unique_lock writing(state.mutex);
        for (auto& [hash, cached] : state.cache) {
            const bool same_config = cached.kernel.kernel == answer.kernel &&
                                     cached.kernel.source == answer.source &&
                                     cached.kernel.config == answer.config;
            if (same_config) cached.current = false;
            if (&cached.kernel == &answer) query = cached.query;
        }
        for (const auto& version : state.catalog.versions)
            if (version.name == answer.kernel && version.source == answer.source)
                state.rejected.insert({version.id, joined(answer.config)});
        log(answer.kernel + " with " + joined(answer.config) + " was rejected");
    }
    return find(query.what, query.device, query.precision, query.problem);
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
