// SPDX-License-Identifier: MIT
// What was measured again may be slower than it was, and then another one is the fastest.
#include "tuner/ledger.hpp"

namespace hone {
namespace {

bool is_faster(const Trial& trial, const std::optional<Trial>& than) {
    if (trial.outcome != Outcome::ok) return false;
    return !than || trial.time.median < than->time.median;
}

}  // namespace

void Ledger::know(const Config& config, const Trial& trial) {
    known_[config] = trial;
    if (tried_.contains(config)) look_again();
}

const Trial& Ledger::count(const Config& config, bool earlier) {
    const Trial& trial = known_.at(config);
    if (tried_.insert(config).second) {
        ++outcomes_[trial.outcome];
        recalled_ += earlier ? 1 : 0;
    }
    if (is_faster(trial, best_)) best_ = trial;
    return trial;
}

const Trial* Ledger::find(const Config& config) const {
    const auto found = known_.find(config);
    return found == known_.end() ? nullptr : &found->second;
}

void Ledger::look_again() {
    best_.reset();
    for (const Config& config : tried_)
        if (const Trial& trial = known_.at(config); is_faster(trial, best_)) best_ = trial;
}

}  // namespace hone
