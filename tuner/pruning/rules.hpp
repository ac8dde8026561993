// SPDX-License-Identifier: MIT
// The table of rules for pruning. A hard rule rejects what the device cannot run. A soft rule only
// defers what looks slow, because it may be wrong. Every verdict has its figures, so that `hone
// why` can show it and an audit can say how often a rule was wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/pruning/rule.hpp"

namespace hone {

/// Evaluates what the space requires with the names of the problem and of the device.
Requirement requirement_of(const Space& space, const Names& known);

/// Every rule, hard ones first.
std::span<const Rule> rules();

/// What a rule decides about a config, and why. `applies` is false where the rule did not apply.
struct RuleVerdict {
    enum class Decision { legal, deferred, rejected };
    Decision decision = Decision::legal;
    std::string_view rule;  // empty where all rules together find it legal
    std::string reason;
    bool applies = true;
};

/// "legal", "deferred", "rejected".
std::string_view text(RuleVerdict::Decision decision);

/// Applies one rule.
RuleVerdict apply_rules(const Rule& rule, const RuleInput& input);

/// Applies every rule, in the order of the table.
std::vector<RuleVerdict> apply_each_rule(const RuleInput& input);

/// Applies all rules of a stage: rejected by the first hard rule that is violated, else deferred by
/// the first soft one, else legal.
RuleVerdict apply_rules(const RuleInput& input, Rule::Stage stage);

}  // namespace hone
