// SPDX-License-Identifier: MIT
// Prints each verdict with its figures, then the conclusion.
#include "tuner/cli/inspect/why_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view strength(const Rule& rule) {
    return rule.strength == Rule::Strength::hard ? "hard" : "soft";
}

std::string config_of(const KernelContext& context, const Config& config) {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const auto& [name, values] = context.space.parameters[p];
        parts.push_back(fmt::format("{}={}", name, text(values[config[p]])));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

void print_constraints(const KernelContext& context, const ConfigVerdicts& result) {
    const std::size_t all = context.space.constraints.size();
    if (result.constraints.empty() && result.no_plan.empty())
        put("{}\n", all == 0 ? "no constraints" : "all constraints hold");
    Table table{{{"violated constraint"}, {"must hold"}, {"because"}}};
    for (const auto& [reason, must_hold, fault] : result.constraints)
        table.rows.push_back(
            {reason, must_hold, fault.empty() ? "it is not so" : "it gives " + fault});
    if (!table.rows.empty()) put("{}", as_text(table));
    if (!result.no_plan.empty()) put("cannot be launched: {}\n", result.no_plan);
}

void print_build(const BuildResult& build) {
    if (build.outcome != Outcome::ok) {
        put("\n{}: {}\n", word(build.outcome), build.message);
        return;
    }
    put("\nbuilt in {}\n", human::time(build.milliseconds * 1e6));
}

// Whether the argument is filled with arbitrary integers, so that it cannot be an index.
bool holds_any_integers(const Argument& argument) {
    return argument.kind == Argument::Kind::buffer && argument.fill == Argument::Fill::random &&
           !argument.low && !argument.high && argument.members.empty() &&
           !is_real_type(argument.type);
}

void print_run(const KernelContext& context, const RunResult& run) {
    if (run.outcome == Outcome::ok) {
        put("its result is right: {} of the error that is allowed\n", human::percent(run.error));
        return;
    }
    put("its result is not right: {}: {}\n", word(run.outcome), run.message);
    for (const Argument& argument : context.space.arguments)
        if (holds_any_integers(argument))
            say(fmt::format("hone: '{}' holds any integers; say low and high where it is an index",
                            argument.name));
}

std::string sentence(const ConfigVerdicts& result) {
    std::vector<std::string_view> by;
    for (const auto& [rule, verdict] : result.verdicts)
        if (verdict.decision == result.decision()) by.push_back(rule->name);
    const bool failed = result.run && result.run->outcome != Outcome::ok;
    if (failed && result.decision() != RuleVerdict::Decision::rejected)
        return "it would be tried, and never chosen";
    if (result.decision() == RuleVerdict::Decision::legal) return "legal: it would be tried";
    if (result.decision() == RuleVerdict::Decision::deferred)
        return fmt::format("deferred by {}: it would be tried last", fmt::join(by, ", "));
    if (!result.constraints.empty()) return "rejected: it is not a candidate of the space";
    if (!result.no_plan.empty()) return "rejected: it cannot be launched";
    if (by.empty()) return "rejected: it cannot be built";
    return fmt::format("rejected by {}", fmt::join(by, ", "));
}

Json build_json(const BuildResult& build) {
    Json launches = Json::array();
    for (const KernelBuildInfo& one : build.built)
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

RuleVerdict::Decision ConfigVerdicts::decision() const {
    if (!constraints.empty() || !no_plan.empty()) return RuleVerdict::Decision::rejected;
    if (build && build->outcome != Outcome::ok) return RuleVerdict::Decision::rejected;
    auto worst = RuleVerdict::Decision::legal;
    for (const auto& [rule, verdict] : verdicts) worst = std::max(worst, verdict.decision);
    return worst;
}

void print_verdicts(const KernelContext& context, const ConfigVerdicts& result) {
    put("{} for {} on {}\n{}\n\n", context.space.name,
        problem_words(context.problem, kernel_of(context.space).space), context.device.device.name,
        config_of(context, result.config));
    print_constraints(context, result);
    if (!result.verdicts.empty()) {
        Table table{{{"rule"}, {"kind"}, {"verdict"}, {"figures"}}};
        for (const auto& [rule, verdict] : result.verdicts)
            table.rows.push_back({rule->name, strength(*rule),
                                  verdict.applies ? Cell(text(verdict.decision)) : Cell(),
                                  verdict.reason});
        put("\n{}", as_text(table));
    }
    if (result.build) print_build(*result.build);
    if (result.run) print_run(context, *result.run);
    put("\n{}\n", sentence(result));
    if (!result.build && result.no_plan.empty())
        say("hone: some rules need the built kernel; use --build");
}

void print_verdicts_json(const KernelContext& context, const ConfigVerdicts& result) {
    Json verdicts = Json::array();
    Json constraints = Json::array();
    for (const auto& [reason, must_hold, fault] : result.constraints)
        constraints.push_back({{"reason", reason},
                               {"must_hold", must_hold},
                               {"error", fault.empty() ? Json() : Json(fault)}});
    for (const auto& [rule, verdict] : result.verdicts)
        verdicts.push_back({{"rule", rule->name},
                            {"meaning", rule->meaning},
                            {"strength", strength(*rule)},
                            {"after_build", rule->stage == Rule::Stage::after_build},
                            {"verdict", text(verdict.decision)},
                            {"applies", verdict.applies},
                            {"figures", verdict.reason}});
    print_json({{"kernel", context.space.name},
                {"device", context.device.device.name},
                {"precision", context.problem.precision},
                {"problem", stored_json(problem_text(context.problem))},
                {"config", stored_json(config_text(context.space, result.config))},
                {"verdict", text(result.decision())},
                {"broken_constraints", constraints},
                {"no_plan", result.no_plan},
                {"rules", verdicts},
                {"build", result.build ? build_json(*result.build) : Json()},
                {"run", result.run ? Json{{"outcome", word(result.run->outcome)},
                                          {"message", result.run->message},
                                          {"error", result.run->error}}
                                   : Json()}});
}

}  // namespace hone::cli
