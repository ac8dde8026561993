// SPDX-License-Identifier: MIT
// The handle that applications hold: a book, the ladder, what was rejected, and every answer given
// so far, which is also the cache.
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

using lookup::Question;

std::size_t mixed(std::size_t hash, std::string_view text) {
    return hash * 31 + std::hash<std::string_view>{}(text);
}

/// What most questions differ in.
std::size_t hash_of(std::string_view what, const Device& device, std::string_view precision,
                    const Settings& problem) {
    std::size_t hash = mixed(mixed(mixed(0, what), precision), device.name);
    for (const Setting& setting : problem) {
        hash = mixed(hash, setting.first);
        hash = hash * 31 + std::hash<decltype(setting.second)>{}(setting.second);
    }
    return hash;
}

bool same(const Question& question, std::string_view what, const Device& device,
          std::string_view precision, const Settings& problem) {
    return question.what == what && question.precision == precision &&
           question.problem == problem && question.device == device;
}

bool logs() {
    return variable("HONE_LOG", "0") != "0";
}

void log(const std::string& line) {
    if (logs()) std::clog << "hone: " + line + "\n";
}

void log(const Question& question, const TunedKernel& kernel) {
    if (!logs()) return;
    log(question.what + " " + question.precision + " " + joined(question.problem) + " on " +
        question.device.name + ": " + kernel.kernel + " (" + std::string(text(kernel.match)) +
        ") " + joined(kernel.config) + ": " + kernel.reason +
        (kernel.stale.empty() ? "" : "; " + kernel.stale));
}

}  // namespace

struct Tuned::State {
    /// An answer stays where it is, for whoever holds it; one that was rejected is not given again.
    struct Given {
        Question question;
        TunedKernel kernel;
        bool current = true;
    };

    explicit State(std::vector<std::filesystem::path> from) : files(std::move(from)) { read(); }

    void read() {
        book = lookup::read_book(files, trust);
        skipped = book.skipped;
        for (const auto& [file, reason] : skipped) log(file.string() + ": " + reason);
    }

    const TunedKernel* known(std::size_t hash, std::string_view what, const Device& device,
                             std::string_view precision, const Settings& problem) const {
        const auto [first, last] = cache.equal_range(hash);
        for (auto each = first; each != last; ++each)
            if (each->second.current &&
                same(each->second.question, what, device, precision, problem))
                return &each->second.kernel;
        return nullptr;
    }

    TunedKernel answer(const Question& question) const {
        TunedKernel kernel = lookup::answer(book, off ? defaults() : ladder, question, rejected);
        if (off) kernel.reason = "HONE_MODE=off: " + kernel.reason;
        const auto source = sources.find(kernel.kernel);
        if (source != sources.end() && source->second != kernel.source)
            kernel.stale = "the kernel's source has changed since";
        return kernel;
    }

    std::vector<lookup::Rung> defaults() const { return {ladder.back()}; }

    bool misses(const TunedKernel& kernel) const {
        return tune && tuner && (kernel.match != Match::exact || !kernel.stale.empty());
    }

    std::vector<std::filesystem::path> files;
    lookup::Trust trust = lookup::Trust::installed;
    lookup::Book book;             // read again when something was tuned
    std::vector<Skipped> skipped;  // when it was read first, or as it was trusted
    std::vector<lookup::Rung> ladder = lookup::read_ladder();
    lookup::Rejected rejected;
    std::map<std::string, std::string, std::less<>> sources;
    std::unordered_multimap<std::size_t, Given> cache;
    Tuner tuner;
    bool off = variable("HONE_MODE") == "off";
    bool tune = variable("HONE_MODE") == "tune";
    std::shared_mutex gate;
};

Tuned::Tuned() : Tuned(lookup::database_places()) {}

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
        const std::shared_lock reading(state.gate);
        if (const auto* known = state.known(hash, what, device, precision, problem)) return *known;
    }
    const std::unique_lock writing(state.gate);
    if (const auto* known = state.known(hash, what, device, precision, problem)) return *known;
    const Question question{std::string(what), device, std::string(precision), problem};
    TunedKernel kernel = state.answer(question);
    if (state.misses(kernel) && state.tuner(what, device, precision, problem)) {
        state.book = lookup::read_book(state.files, state.trust);
        kernel = state.answer(question);
    }
    log(question, kernel);
    return state.cache.emplace(hash, Tuned::State::Given{question, std::move(kernel)})->second.kernel;
}

const TunedKernel& Tuned::reject(const TunedKernel& answer) {
    State& state = *state_;
    Question question;
    {
        const std::unique_lock writing(state.gate);
        for (auto& [hash, given] : state.cache) {
            const bool same_config = given.kernel.kernel == answer.kernel &&
                                     given.kernel.source == answer.source &&
                                     given.kernel.config == answer.config;
            if (same_config) given.current = false;
            if (&given.kernel == &answer) question = given.question;
        }
        for (const auto& version : state.book.versions)
            if (version.name == answer.kernel && version.source == answer.source)
                state.rejected.insert({version.id, joined(answer.config)});
        log(answer.kernel + " with " + joined(answer.config) + " was rejected");
    }
    return find(question.what, question.device, question.precision, question.problem);
}

void Tuned::set_source(std::string_view kernel, std::string_view text) {
    const std::unique_lock writing(state_->gate);
    state_->sources.insert_or_assign(std::string(kernel), std::string(text));
    for (auto& [hash, given] : state_->cache) given.current = false;
}

void Tuned::trust_databases() {
    const std::unique_lock writing(state_->gate);
    state_->trust = lookup::Trust::stored;
    state_->read();
    for (auto& [hash, given] : state_->cache) given.current = false;
}

const std::vector<Tuned::Skipped>& Tuned::skipped() const {
    return state_->skipped;
}

void Tuned::on_miss(Tuner tuner) {
    const std::unique_lock writing(state_->gate);
    state_->tuner = std::move(tuner);
}

}  // namespace hone
