// SPDX-License-Identifier: MIT
// Verdicts, counted.
#include "tuner/pruning/deferred_configs.hpp"

namespace hone {

bool Sieve::keeps_out(const Config& config, const Verdict& verdict) {
    if (verdict.ruling == Verdict::Ruling::legal) return false;
    Pruned& pruned = pruned_[std::string(verdict.rule)];
    if (pruned.count++ == 0) {
        pruned.rule = verdict.rule;
        pruned.verdict = text(verdict.ruling);
        pruned.reason = verdict.reason;
    }
    changed_.insert(pruned.rule);
    if (verdict.ruling == Verdict::Ruling::put_off) put_off_.emplace_back(config, verdict.rule);
    return true;
}

void Sieve::store_counts(Store& store, const std::string& run) {
    for (const std::string& rule : changed_) store.set(run, pruned_.at(rule));
    changed_.clear();
}

std::optional<Sieve::PutOff> Sieve::next() {
    return take(0);
}

std::optional<Sieve::PutOff> Sieve::draw(Random& random) {
    if (put_off_.empty()) return std::nullopt;
    return take(static_cast<std::size_t>(random.below(put_off_.size())));
}

std::optional<Sieve::PutOff> Sieve::take(std::size_t place) {
    if (put_off_.empty()) return std::nullopt;
    const auto at = put_off_.begin() + static_cast<std::ptrdiff_t>(place);
    PutOff taken = std::move(*at);
    put_off_.erase(at);
    return taken;
}

std::vector<Pruned> Sieve::pruned() const {
    std::vector<Pruned> all;
    for (const auto& [rule, pruned] : pruned_) all.push_back(pruned);
    return all;
}

void Sieve::was_audited(std::string_view rule, const Trial& trial) {
    audited_.emplace_back(rule, trial);
}

std::vector<Audited> Sieve::audit(const Trial* best) const {
    constexpr double near = 1.05;
    std::vector<Audited> all;
    for (const auto& [name, pruned] : pruned_) {
        Audited audited{.rule = name};
        for (const auto& [rule, trial] : audited_) {
            if (rule != name) continue;
            ++audited.timed;
            if (trial.outcome != Outcome::ok || !best) continue;
            audited.within += trial.time.median <= near * best->time.median;
            audited.better += trial.time.median < best->time.median;
        }
        if (audited.timed > 0) all.push_back(audited);
    }
    return all;
}

}  // namespace hone
