// SPDX-License-Identifier: MIT
// The table of all rules, and the conversion of their results to verdicts.
#include "tuner/pruning/rules.hpp"

#include <algorithm>

#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

std::vector<Rule> all_rules() {
    std::vector<Rule> all;
    for (const auto set : {limit_rules(), occupancy_rules(), memory_rules()})
        all.insert(all.end(), set.begin(), set.end());
    return all;
}

}  // namespace

std::span<const Rule> rules() {
    static const std::vector<Rule> all = all_rules();
    return all;
}

std::string_view text(RuleVerdict::Decision decision) {
    if (decision == RuleVerdict::Decision::legal) return "legal";
    return decision == RuleVerdict::Decision::deferred ? "deferred" : "rejected";
}

RuleVerdict apply_rules(const Rule& rule, const RuleInput& input) {
    using enum RuleVerdict::Decision;
    if (input.plan.launches.empty() && rule.name != "launches")
        return {legal, rule.name, "the config launches nothing", false};
    if (rule.stage == Rule::Stage::after_build && input.built.size() != input.plan.launches.size())
        return {legal, rule.name, "needs the built kernel", false};
    auto [status, details] = rule.check(input);
    const auto decision = status != RuleResult::Status::violated  ? legal
                          : rule.strength == Rule::Strength::hard ? rejected
                                                                  : deferred;
    return {decision, rule.name, std::move(details), status != RuleResult::Status::not_applicable};
}

RuleVerdict apply_rules(const RuleInput& input, Rule::Stage stage) {
    RuleVerdict worst;
    for (const auto& rule : rules()) {
        if (rule.stage != stage) continue;
        auto verdict = apply_rules(rule, input);
        if (verdict.decision > worst.decision) worst = std::move(verdict);
        if (worst.decision == RuleVerdict::Decision::rejected) break;
    }
    return worst;
}

}  // namespace hone
