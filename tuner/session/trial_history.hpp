// SPDX-License-Identifier: MIT
// What is known of each config: what earlier runs found, what this one tried, and which of these is
// the fastest.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "db/store/store.hpp"
#include "spaces/candidates/decision_diagram.hpp"

namespace hone {

class Ledger {
  public:
    /// Knows the config by this trial, from an earlier run or measured again.
    void know(const Config& config, const Trial& trial);
    /// Counts what is known of the config as tried in this run, and as recalled when `earlier`.
    const Trial& count(const Config& config, bool earlier = false);

    const Trial* find(const Config& config) const;
    bool knows(const Config& config) const { return find(config) != nullptr; }
    /// The latest trial of each config.
    const std::map<Config, Trial>& known() const { return known_; }

    std::size_t tried() const { return tried_.size(); }
    /// How many of those tried an earlier run had measured.
    std::size_t recalled() const { return recalled_; }
    /// How many of those tried ended how.
    const std::map<Outcome, std::size_t>& outcomes() const { return outcomes_; }
    /// The fastest of those tried.
    const Trial* best() const { return best_ ? find(*best_) : nullptr; }

  private:
    void compare(const Config& config);

    std::map<Config, Trial> known_;
    std::set<Config> tried_;
    std::size_t recalled_ = 0;
    std::map<Outcome, std::size_t> outcomes_;
    std::optional<Config> best_;
};

}  // namespace hone
