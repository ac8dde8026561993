// SPDX-License-Identifier: MIT
// What the rules keep from being tried: counted by rule, with a reason each, and what is only put
// off waits here for its turn.
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

/// How one soft rule did in the audit.
struct Audited {
    std::string rule;
    std::size_t timed = 0;
    std::size_t within = 0;  // 5 % of the best
    std::size_t better = 0;  // than the best
};

class Sieve {
  public:
    /// A config and the soft rule that put it off.
    using PutOff = std::pair<Config, std::string_view>;

    /// Whether the verdict keeps the config out; then it is counted.
    bool keeps_out(const Config& config, const Verdict& verdict);
    /// Stores the counts that have changed. Once for many: a count is no measurement, and huge
    /// spaces reject by the million.
    void store_counts(Store& store, const std::string& run);

    /// The one that was put off first, or any of them, which waits no longer; nothing when none
    /// does.
    std::optional<PutOff> next();
    std::optional<PutOff> draw(Random& random);

    /// What became of a config that this rule had put off.
    void was_audited(std::string_view rule, const Trial& trial);

    /// Every rule that kept something out.
    std::vector<Pruned> pruned() const;
    /// How often each rule was wrong, of those that were audited.
    std::vector<Audited> audit(const Trial* best) const;

  private:
    std::optional<PutOff> take(std::size_t place);

    std::deque<PutOff> put_off_;
    std::map<std::string, Pruned> pruned_;
    std::vector<std::pair<std::string_view, Trial>> audited_;
    std::set<std::string> changed_;  // rules whose counts the store does not know yet
};

}  // namespace hone
