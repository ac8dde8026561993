// SPDX-License-Identifier: MIT
// The table of all rules, and how their findings become verdicts.
#include "tuner/pruning/rules.hpp"

#include <algorithm>

#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

std::vector<Rule> all_rules() {
    std::vector<Rule> all;
    for (const auto set : {hard_rules(), load_rules(), access_rules()})
        all.insert(all.end(), set.begin(), set.end());
    return all;
}

}  // namespace

std::span<const Rule> rules() {
    static const std::vector<Rule> all = all_rules();
    return all;
}

Requirement requirement_of(const Space& space, const Names& known) {
    if (!space.needs) return {};
    return {space.needs->text(), space.needs->number(lookup_in(known)).truthy()};
}

std::string_view text(Verdict::Ruling ruling) {
    if (ruling == Verdict::Ruling::legal) return "legal";
    return ruling == Verdict::Ruling::put_off ? "deferred" : "rejected";
}

Verdict judge(const Rule& rule, const Question& question) {
    using enum Verdict::Ruling;
    if (question.plan.launches.empty()) return {legal, rule.name, "nothing is launched", false};
    if (rule.stage == Rule::Stage::after_build &&
        question.built.size() != question.plan.launches.size())
        return {legal, rule.name, "nothing is built yet", false};
    auto [answer, figures] = rule.find(question);
    const auto ruling = answer != Finding::Answer::broken       ? legal
                        : rule.strength == Rule::Strength::hard ? rejected
                                                                : put_off;
    return {ruling, rule.name, std::move(figures), answer != Finding::Answer::silent};
}

std::vector<Verdict> judge_each(const Question& question) {
    std::vector<Verdict> verdicts;
    for (const auto& rule : rules()) verdicts.push_back(judge(rule, question));
    return verdicts;
}

Verdict judge(const Question& question, Rule::Stage stage) {
    Verdict worst;
    for (const auto& rule : rules()) {
        if (rule.stage != stage) continue;
        auto verdict = judge(rule, question);
        if (verdict.ruling > worst.ruling) worst = std::move(verdict);
        if (worst.ruling == Verdict::Ruling::rejected) break;
    }
    return worst;
}

}  // namespace hone
