// SPDX-License-Identifier: MIT
// Pruning, as one table of rules. A hard rule rejects what the device cannot run; a soft rule only
// puts off what looks slow, because it may be wrong. Every verdict has its figures, so that
// `hone why` can show each one and an audit can say how often a rule was mistaken.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/pruning/rule.hpp"

namespace hone {

/// Asks what the space requires of the names of the problem and of the device.
Requirement requirement_of(const Space& space, const Names& known);

/// Every rule, hard ones first.
std::span<const Rule> rules();

/// What becomes of a choice, by which rule, and why. `applies` is false where the rule was silent.
struct Verdict {
    enum class Ruling { legal, put_off, rejected };
    Ruling ruling = Ruling::legal;
    std::string_view rule;  // empty for a legal one of all rules
    std::string reason;
    bool applies = true;
};

/// "legal", "deferred", "rejected".
std::string_view text(Verdict::Ruling ruling);

/// The verdict of one rule.
Verdict judge(const Rule& rule, const Question& question);

/// The verdict of each rule, in their order.
std::vector<Verdict> judge_each(const Question& question);

/// The verdict of all rules of a stage: rejected by the first hard rule that is broken, else put
/// off by the first soft one, else legal.
Verdict judge(const Question& question, Rule::Stage stage);

}  // namespace hone
