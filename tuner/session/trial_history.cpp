// SPDX-License-Identifier: MIT
// What was measured again may be slower than it was, and then another one is the fastest.
#include "tuner/session/trial_history.hpp"

namespace hone {

void Ledger::know(const Config& config, const Trial& trial) {
    known_[config] = trial;
    if (!tried_.contains(config)) return;
    if (best_ != config) return compare(config);
    best_.reset();
    for (const Config& each : tried_) compare(each);
}

const Trial& Ledger::count(const Config& config, bool earlier) {
    const Trial& trial = known_.at(config);
    if (tried_.insert(config).second) {
        ++outcomes_[trial.outcome];
        recalled_ += earlier ? 1 : 0;
    }
    compare(config);
    return trial;
}

const Trial* Ledger::find(const Config& config) const {
    const auto found = known_.find(config);
    return found == known_.end() ? nullptr : &found->second;
}

void Ledger::compare(const Config& config) {
    const Trial& trial = known_.at(config);
    if (trial.outcome != Outcome::ok) return;
    if (const Trial* fastest = best(); !fastest || trial.time.median < fastest->time.median)
        best_ = config;
}

}  // namespace hone
