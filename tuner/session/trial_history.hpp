// SPDX-License-Identifier: MIT
// Keeps the latest trial of each config, from earlier runs and from this one, and the fastest of
// this run.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "db/store/store.hpp"
#include "spaces/candidates/decision_diagram.hpp"

namespace hone {

class TrialHistory {
  public:
    /// Records the latest trial of a config: one of an earlier run, or a repeated measurement. A
    /// failure of the device does not replace a known result.
    void record(const Config& config, const Trial& trial);
    /// Counts the recorded config as tried in this run, and as reused when it is `reused`.
    const Trial& mark_tried(const Config& config, bool reused = false);

    const Trial* find(const Config& config) const;
    bool contains(const Config& config) const { return find(config) != nullptr; }
    /// The latest trial of each config.
    const std::map<Config, Trial>& trials() const { return trials_; }
    /// The fastest trial of each config, unless its latest one failed. A repeated measurement on a
    /// slow device does not hide the better time.
    const std::map<Config, Trial>& fastest() const { return fastest_; }

    std::size_t tried() const { return tried_.size(); }
    /// The number of tried configs that are reused from earlier runs.
    std::size_t reused() const { return reused_; }
    /// The number of tried configs with each outcome.
    const std::map<Outcome, std::size_t>& outcomes() const { return outcomes_; }
    /// The fastest tried config.
    const Trial* best() const { return best_ ? find(*best_) : nullptr; }

  private:
    void update_fastest(const Config& config, const Trial& trial);
    void update_best(const Config& config);

    std::map<Config, Trial> trials_;
    std::map<Config, Trial> fastest_;
    std::set<Config> tried_;
    std::size_t reused_ = 0;
    std::map<Outcome, std::size_t> outcomes_;
    std::optional<Config> best_;
};

}  // namespace hone
