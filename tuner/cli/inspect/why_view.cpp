// SPDX-License-Identifier: MIT
// Each verdict with its figures, and what follows from all of them.
#include "tuner/cli/inspect/why_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view strength(const Rule& rule) {
    return rule.strength == Rule::Strength::hard ? "hard" : "soft";
}

std::string config_of(const Case& asked, const Config& config) {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const auto& [name, values] = asked.space.parameters[p];
        parts.push_back(fmt::format("{}={}", name, text(values[config[p]])));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

void print_constraints(const Case& asked, const Reasons& reasons) {
    const std::size_t all = asked.space.constraints.size();
    if (reasons.constraints.empty())
        fmt::print("{}\n", all == 0 ? "no constraints" : "every constraint holds");
    Table table{{{"does not hold"}, {"must hold"}}};
    for (const auto& [reason, must_hold] : reasons.constraints)
        table.rows.push_back({reason, must_hold});
    if (!table.rows.empty()) fmt::print("{}", as_text(table));
    if (!reasons.no_plan.empty()) fmt::print("cannot be launched: {}\n", reasons.no_plan);
}

void print_build(const BuildResult& build) {
    if (build.outcome != Outcome::ok) {
        fmt::print("\n{}: {}\n", word(build.outcome), build.message);
        return;
    }
    fmt::print("\nbuilt in {}\n", human::time(build.milliseconds * 1e6));
}

std::string sentence(const Reasons& reasons) {
    std::vector<std::string_view> by;
    for (const auto& [rule, verdict] : reasons.verdicts)
        if (verdict.ruling == reasons.ruling()) by.push_back(rule->name);
    if (reasons.ruling() == Verdict::Ruling::legal) return "legal: it would be tried";
    if (reasons.ruling() == Verdict::Ruling::put_off)
        return fmt::format("put off by {}: it would be tried last", fmt::join(by, ", "));
    if (!reasons.constraints.empty() || !reasons.no_plan.empty())
        return "rejected: it is no candidate of the space";
    if (by.empty()) return "rejected: it cannot be built";
    return fmt::format("rejected by {}", fmt::join(by, ", "));
}

Json build_json(const BuildResult& build) {
    Json launches = Json::array();
    for (const Built& one : build.built)
        launches.push_back({{"registers", one.registers},
                            {"spills", one.spills},
                            {"local_memory", one.local_memory},
                            {"private_memory", one.private_memory},
                            {"max_work_group", one.max_work_group}});
    return {{"outcome", word(build.outcome)},
            {"message", build.message},
            {"milliseconds", build.milliseconds},
            {"launches", launches}};
}

}  // namespace

Verdict::Ruling Reasons::ruling() const {
    if (!constraints.empty() || !no_plan.empty()) return Verdict::Ruling::rejected;
    if (build && build->outcome != Outcome::ok) return Verdict::Ruling::rejected;
    auto worst = Verdict::Ruling::legal;
    for (const auto& [rule, verdict] : verdicts) worst = std::max(worst, verdict.ruling);
    return worst;
}

void print_reasons(const Case& asked, const Reasons& reasons) {
    fmt::print("{} for {} on {}\n{}\n\n", asked.space.name, problem_words(asked.problem),
               asked.device.device.name, config_of(asked, reasons.config));
    print_constraints(asked, reasons);
    if (!reasons.verdicts.empty()) {
        Table table{{{"rule"}, {"kind"}, {"verdict"}, {"figures"}}};
        for (const auto& [rule, verdict] : reasons.verdicts)
            table.rows.push_back({rule->name, strength(*rule),
                                  verdict.applies ? Cell(text(verdict.ruling)) : Cell(),
                                  verdict.reason});
        fmt::print("\n{}", as_text(table));
    }
    if (reasons.build) print_build(*reasons.build);
    fmt::print("\n{}\n", sentence(reasons));
    if (!reasons.build && reasons.no_plan.empty())
        say("some rules judge what was built: ask with --build");
}

void print_reasons_json(const Case& asked, const Reasons& reasons) {
    Json verdicts = Json::array();
    Json constraints = Json::array();
    for (const auto& [reason, must_hold] : reasons.constraints)
        constraints.push_back({{"reason", reason}, {"must_hold", must_hold}});
    for (const auto& [rule, verdict] : reasons.verdicts)
        verdicts.push_back({{"rule", rule->name},
                            {"meaning", rule->meaning},
                            {"strength", strength(*rule)},
                            {"after_build", rule->stage == Rule::Stage::after_build},
                            {"verdict", text(verdict.ruling)},
                            {"applies", verdict.applies},
                            {"figures", verdict.reason}});
    print_json({{"kernel", asked.space.name},
                {"device", asked.device.device.name},
                {"precision", asked.problem.precision},
                {"problem", stored_json(problem_text(asked.problem))},
                {"config", stored_json(config_text(asked.space, reasons.config))},
                {"verdict", text(reasons.ruling())},
                {"broken_constraints", constraints},
                {"no_plan", reasons.no_plan},
                {"rules", verdicts},
                {"build", reasons.build ? build_json(*reasons.build) : Json()}});
}

}  // namespace hone::cli
