// SPDX-License-Identifier: MIT
// A list in the order of the queries, and an index by their hashes.
#include "db/lookup/answer_cache.hpp"

#include <algorithm>
#include <string>

namespace hone::lookup {
namespace {

std::size_t mixed(std::size_t hash, std::string_view text) {
    return hash * 31 + std::hash<std::string_view>{}(text);
}

}  // namespace

std::size_t Question::hash() const {
    std::size_t hash = mixed(mixed(mixed(0, what), precision), device.name);
    for (const Setting& setting : problem) {
        hash = mixed(hash, setting.first);
        hash = hash * 31 + std::hash<decltype(setting.second)>{}(setting.second);
    }
    return hash;
}

bool Question::is(const Query& query) const {
    return query.what == what && query.precision == precision && query.rewriting == rewriting &&
           query.math == math && query.objective == objective && query.problem == problem &&
           query.device == device;
}

Query Question::query() const {
    return {std::string(what), device, std::string(precision), problem, rewriting, math, objective};
}

Question question_of(const Query& query) {
    return {query.what,      query.device, query.precision, query.problem,
            query.rewriting, query.math,   query.objective};
}

const TunedKernel* AnswerCache::find(const Question& question, std::size_t hash) const {
    const auto [first, last] = index_.equal_range(hash);
    const auto found = std::find_if(first, last, [&](const auto& indexed) {
        return question.is(indexed.second->answer.query);
    });
    return found == last ? nullptr : &found->second->answer;
}

void AnswerCache::keep(std::size_t hash, const TunedKernel& answer) {
    if (entries_.size() >= most_answers) erase(entries_.begin());
    entries_.push_back({hash, answer});
    index_.emplace(hash, std::prev(entries_.end()));
}

void AnswerCache::erase(Entries::iterator entry) {
    const auto [first, last] = index_.equal_range(entry->hash);
    index_.erase(
        std::find_if(first, last, [&](const auto& indexed) { return indexed.second == entry; }));
    entries_.erase(entry);
}

void AnswerCache::forget(const TunedKernel& rejected) {
    forget_if([&](const TunedKernel& answer) {
        return answer.kernel == rejected.kernel && answer.source == rejected.source &&
               answer.config == rejected.config && answer.query.device == rejected.query.device;
    });
}

void AnswerCache::forget_program(const TunedKernel& rejected) {
    forget_if([&](const TunedKernel& answer) {
        return answer.kernel == rejected.kernel && answer.source == rejected.source &&
               answer.build_options == rejected.build_options &&
               answer.query.device == rejected.query.device;
    });
}

void AnswerCache::forget_if(const std::function<bool(const TunedKernel& answer)>& is_rejected) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const auto next = std::next(entry);
        if (is_rejected(entry->answer)) erase(entry);
        entry = next;
    }
}

void AnswerCache::clear() {
    entries_.clear();
    index_.clear();
}

}  // namespace hone::lookup
