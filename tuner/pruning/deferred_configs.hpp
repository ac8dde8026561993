// SPDX-License-Identifier: MIT
// The configs that rules exclude, counted by rule, with one reason each. Deferred configs are tried
// once no better config is left.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/store/store.hpp"
#include "spaces/candidates/decision_diagram.hpp"
#include "spaces/candidates/random.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone {

class DeferredConfigs {
  public:
    /// A config and the soft rule that deferred it.
    using Deferred = std::pair<Config, std::string_view>;

    /// Whether the verdict excludes the config. An excluded config is counted.
    bool exclude(const Config& config, const RuleVerdict& verdict);
    /// Stores the changed counts in one step: huge spaces reject configs by the million.
    void store_counts(Store& store, const std::string& run);

    /// Removes and returns the config that was deferred first, or a random one; nullopt if none is
    /// left.
    std::optional<Deferred> next();
    std::optional<Deferred> draw(Random& random);

    /// Records the trial of a config that this rule deferred.
    void record_audit(std::string_view rule, const Trial& trial);

    /// Returns every rule that excluded a config.
    std::vector<Pruned> pruned() const;
    /// Returns how often each audited rule was wrong.
    std::vector<RuleAudit> audit(const Trial* best) const;

  private:
    std::optional<Deferred> take(std::size_t index);

    std::deque<Deferred> deferred_;
    std::map<std::string, Pruned> pruned_;
    std::vector<std::pair<std::string_view, Trial>> audited_;
    std::set<std::string> unsaved_;  // rules whose counts are not stored yet
};

}  // namespace hone
