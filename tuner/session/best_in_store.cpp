// SPDX-License-Identifier: MIT
// Decides which results may change the stored best.
#include "tuner/session/best_in_store.hpp"

#include <utility>

#include "tuner/catalog/store_text.hpp"

namespace hone {

void BestInStore::note(const EvalResult& result, const TrialHistory& history) {
    is_stale_ |= may_change(result, history);
}

const std::optional<Trial>& BestInStore::get() {
    if (std::exchange(is_stale_, false)) known_ = query();
    return known_;
}

// A slower trial of a new config cannot change the best, unless older configs were remeasured.
bool BestInStore::may_change(const EvalResult& result, const TrialHistory& history) const {
    return !known_ || !result.remeasured.empty() || history.contains(result.request.plan.config) ||
           (result.trial.outcome == Outcome::ok && result.trial.time.median < known_->time.median);
}

std::optional<Trial> BestInStore::query() const {
    const auto best = store_.best(key_);
    const auto config = best ? config_from(space_, best->trial.config) : std::nullopt;
    return config && candidates_.contains(*config) ? std::optional(best->trial) : std::nullopt;
}

}  // namespace hone
