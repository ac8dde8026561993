// SPDX-License-Identifier: MIT
// Counts verdicts, and queues deferred configs.
#include "tuner/pruning/deferred_configs.hpp"

namespace hone {

bool DeferredConfigs::exclude(const Config& config, const RuleVerdict& verdict) {
    if (verdict.decision == RuleVerdict::Decision::legal) return false;
    Pruned& pruned = pruned_[std::string(verdict.rule)];
    if (pruned.count++ == 0) {
        pruned.rule = verdict.rule;
        pruned.verdict = text(verdict.decision);
        pruned.reason = verdict.reason;
    }
    unsaved_.insert(pruned.rule);
    if (verdict.decision == RuleVerdict::Decision::deferred)
        deferred_.emplace_back(config, verdict.rule);
    return true;
}

void DeferredConfigs::store_counts(Store& store, const std::string& run) {
    for (const std::string& rule : unsaved_) store.set(run, pruned_.at(rule));
    unsaved_.clear();
}

std::optional<DeferredConfigs::Deferred> DeferredConfigs::next() {
    return take(0);
}

std::optional<DeferredConfigs::Deferred> DeferredConfigs::draw(Random& random) {
    if (deferred_.empty()) return std::nullopt;
    return take(static_cast<std::size_t>(random.below(deferred_.size())));
}

std::optional<DeferredConfigs::Deferred> DeferredConfigs::take(std::size_t index) {
    if (deferred_.empty()) return std::nullopt;
    const auto at = deferred_.begin() + static_cast<std::ptrdiff_t>(index);
    Deferred taken = std::move(*at);
    deferred_.erase(at);
    return taken;
}

std::vector<Pruned> DeferredConfigs::pruned() const {
    std::vector<Pruned> all;
    for (const auto& [rule, pruned] : pruned_) all.push_back(pruned);
    return all;
}

void DeferredConfigs::record_audit(std::string_view rule, const Trial& trial) {
    audited_.emplace_back(rule, trial);
}

std::vector<RuleAudit> DeferredConfigs::audit(const Trial* best) const {
    const double best_ns = best ? best->time.median : 0;
    std::vector<RuleAudit> all;
    for (const auto& [name, pruned] : pruned_) {
        RuleAudit audit{.rule = name};
        for (const auto& [rule, trial] : audited_) {
            if (rule != name) continue;
            ++audit.timed;
            if (trial.outcome == Outcome::ok) audit.compare(trial.time.median, best_ns);
        }
        if (audit.timed > 0) all.push_back(audit);
    }
    return all;
}

}  // namespace hone
