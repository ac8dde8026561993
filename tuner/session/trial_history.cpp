// SPDX-License-Identifier: MIT
// A remeasured config may be slower than before; the fastest config is then determined again.
#include "tuner/session/trial_history.hpp"

#include "db/model/counting_trial.hpp"

namespace hone {

void TrialHistory::record(const Config& config, const Trial& trial) {
    if (is_device_failure(trial) && contains(config)) return;
    trials_[config] = trial;
    update_fastest(config, trial);
    if (!tried_.contains(config)) return;
    if (best_ != config) return update_best(config);
    best_.reset();
    for (const Config& each : tried_) update_best(each);
}

const Trial& TrialHistory::mark_tried(const Config& config, bool reused) {
    const Trial& trial = trials_.at(config);
    if (tried_.insert(config).second) {
        ++outcomes_[trial.outcome];
        reused_ += reused ? 1 : 0;
    }
    update_best(config);
    return trial;
}

const Trial* TrialHistory::find(const Config& config) const {
    const auto found = trials_.find(config);
    return found == trials_.end() ? nullptr : &found->second;
}

void TrialHistory::update_fastest(const Config& config, const Trial& trial) {
    if (trial.outcome != Outcome::ok) {
        fastest_.erase(config);
        return;
    }
    const auto [known, is_new] = fastest_.emplace(config, trial);
    if (!is_new && trial.time.median < known->second.time.median) known->second = trial;
}

void TrialHistory::update_best(const Config& config) {
    const Trial& trial = trials_.at(config);
    if (trial.outcome != Outcome::ok) return;
    if (const Trial* fastest = best(); !fastest || trial.time.median < fastest->time.median)
        best_ = config;
}

}  // namespace hone
