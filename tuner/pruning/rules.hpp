// SPDX-License-Identifier: MIT
// The table of rules for pruning. A hard rule rejects configs that the device cannot run. A soft
// rule may be wrong, so it only defers configs that look slow. Every verdict has its figures: `hone
// why` shows them, and an audit measures how often a rule was wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/pruning/rule.hpp"

namespace hone {

/// All rules, hard ones first.
std::span<const Rule> rules();

/// A rule's decision about a config, with the reason. `applies` is false if the rule does not
/// apply.
struct RuleVerdict {
    enum class Decision { legal, deferred, rejected };
    Decision decision = Decision::legal;
    std::string_view rule;  // empty if the config is legal by all rules
    std::string reason;
    bool applies = true;
};

/// "legal", "deferred", "rejected".
std::string_view text(RuleVerdict::Decision decision);

/// Applies one rule.
RuleVerdict apply_rules(const Rule& rule, const RuleInput& input);

/// Applies all rules of a stage: rejected by the first violated hard rule, else deferred by the
/// first violated soft rule, else legal.
RuleVerdict apply_rules(const RuleInput& input, Rule::Stage stage);

}  // namespace hone
