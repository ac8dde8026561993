// SPDX-License-Identifier: MIT
// The results as text and JSON.
#include "tuner/cli/measure/tune_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "reports/evidence/sustained_words.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/candidates/rejections.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/grouped_digits.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

// The space text that defines the order of sizes; kernels of one routine share it.
std::string_view space_of(const ProblemResult& tuned) {
    return tuned.results.empty() ? std::string_view{}
                                 : tuned.results.front().first.setup.kernel.space;
}

// " (3 ok, 1 failed to build)"; empty if no config was tried.
std::string outcomes(const TuningResult& result) {
    const std::string words = outcome_counts(result.outcomes);
    return words.empty() ? "" : " (" + words + ")";
}

// "NVIDIA H200 at 0000:01:00.0 on node7", as far as known.
std::string device_location(const LocalDevice& local) {
    const auto& [device, placement] = std::tie(local.device, local.placement);
    return device.name + (device.pci.empty() ? "" : " at " + device.pci) +
           (placement.host.empty() ? "" : " on " + placement.host);
}

// Rules, and the words that explain why a config was excluded.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> reasons{
    {{"requires", "requirement not met"},
     {"launches", "nothing to launch"},
     {"work_group", "work-group too large"},
     {"work_items", "work-group too long"},
     {"built_work_group", "work-group too large for the built kernel"},
     {"built_local_memory", "local memory of the built kernel"},
     {"built_registers", "registers of the built kernel"},
     {"registers", "many registers"},
     {"occupancy", "low occupancy"},
     {"built_occupancy", "low occupancy of the built kernel"},
     {"arithmetic_latency", "too few warps to hide arithmetic latency"},
     {"memory_latency", "too few warps to hide memory latency"},
     {"busy_units", "idle compute units"},
     {"full_waves", "partial last wave"},
     {"roofline", "cannot beat the best time"}}};

std::string reason_words(std::string rule) {
    const auto known = std::ranges::find(reasons, rule, &decltype(reasons)::value_type::first);
    if (known != reasons.end()) return std::string(known->second);
    std::ranges::replace(rule, '_', ' ');
    return rule;
}

void print_pruned(const TuningResult& result) {
    for (const Pruned& pruned : result.pruned) {
        put("    {} {}: {} (such as: {})\n", human::count(pruned.count), pruned.verdict,
            reason_words(pruned.rule), pruned.reason);
    }
    for (const RuleAudit& audit : result.audit) {
        put("    audit of {}: {} tried, {} within 5 % of the best, {} faster than it\n", audit.rule,
            audit.timed, audit.within_5_percent, audit.better);
    }
}

void print_cut_off(const TuningResult& result) {
    if (result.cut_off == 0) return;
    put("    {} {} cut off by the time limit; a longer one gives {} time\n",
        human::count(static_cast<std::int64_t>(result.cut_off)),
        result.cut_off == 1 ? "was" : "were", result.cut_off == 1 ? "it" : "them");
}

void print_devices(const TuningResult& result) {
    if (result.devices > 1) put("    {} devices shared the work\n", result.devices);
    for (const LocalDevice& local : result.excluded)
        put("    {} differs by more than 3 % and was tuned apart\n", device_location(local));
    for (const std::string& why : result.failures) put("    device lost: {}\n", why);
}

// Prints the gain that the search expects from further trials.
void print_expected_gain(const TuningResult& result) {
    const bool all_were_tried = result.candidates == Index{result.tried};
    if (!result.expected_gain || all_were_tried) return;
    if (result.reached_target)
        return put("    search ended: most likely {} of the optimum is reached\n",
                   human::percent(*result.reached_target));
    put("    {}{} chance that more search gains over 1 %\n",
        result.converged ? "search ended: " : "",
        human::percent(result.expected_gain->probability));
}

void print_drift(const TuningResult& result) {
    if (result.drifts == 0) return;
    put("    the device's speed changed {}; affected configs were measured again\n",
        result.drifts == 1 ? "once" : fmt::format("{} times", result.drifts));
}

std::string why_nothing_is_tried(const Task& task) {
    Space space = task.setup.space;
    space.constraints.insert(space.constraints.end(), task.where.begin(), task.where.end());
    std::string why = why_no_candidate(space, known_names(task.setup));
    return why.empty() ? "this shard has none of the candidates" : why;
}

void print_kernel(const Task& task, const TuningResult& result) {
    put("  {}: tried {} of {} candidates{}{}\n", task.setup.kernel.name,
        human::count(static_cast<std::int64_t>(result.tried)),
        human::count(hone::text(result.candidates)), outcomes(result),
        result.reused > 0 ? fmt::format(", {} of them in earlier runs", result.reused) : "");
    if (result.candidates == 0) put("    {}\n", why_nothing_is_tried(task));
    if (result.best && !result.failure.empty())
        put("    what failed, such as: {}\n", first_line(result.failure));
    print_pruned(result);
    print_cut_off(result);
    print_devices(result);
    print_drift(result);
    if (!result.reference_fault.empty()) put("    {}\n", result.reference_fault);
    if (!result.given_up.empty())
        put("    ended early: {}\n    all trials: hone show {}\n", result.given_up,
            result.run.id.substr(0, 10));
    if (!result.best) {
        if (result.tried == 0) return;
        const bool said = !result.given_up.empty() || result.failure.empty();
        put("    no config ran correctly{}\n",
            said ? "" : fmt::format(" (such as: {})", first_line(result.failure)));
        return;
    }
    put("    best {}\n", time_and_rate(*result.best, figure_of(result.run.key.conditions)));
    print_expected_gain(result);
}

void print_tied(const TuningResult& result) {
    if (result.tied.size() == 1)
        put("        1 other finalist is equally fast; the simpler was chosen\n");
    else if (!result.tied.empty())
        put("        {} other finalists are equally fast; the simplest was chosen\n",
            result.tied.size());
}

void print_reference(const TuningResult& result) {
    const auto& reference = result.reference;
    if (reference && reference->time.known()) {
        put("        {:.2f} times as fast as CLBlast ({})\n",
            reference->time.median / result.best->time.median, with_spread(reference->time));
    } else if (reference && !reference->message.empty()) {
        put("        CLBlast was not timed: {}\n", reference->message);
    }
}

// Prints the gain over the default config.
void print_defaults(const TuningResult& result) {
    if (!result.defaults) return;
    if (result.defaults->config == result.best->config)
        put("        these are its defaults\n");
    else
        put("        {:.2f} times as fast as its defaults, {} ({})\n",
            result.defaults->time.median / result.best->time.median,
            config_words(result.defaults->config),
            with_spread(result.defaults->time, figure_of(result.run.key.conditions)));
}

// Prints the measurements under sustained load, and those of the config with the shortest time for
// comparison.
void print_steady(const Task& task, const TuningResult& result) {
    if (task.objective == Objective::time) return;
    const auto& all = result.sustained.finalists;
    if (all.empty()) {
        put("        chosen by time: {}\n", result.sustained.fault);
        return;
    }
    put("        under sustained load: {}\n", load_words(all.front().sustained));
    put("        the least {} of {}\n", objective_words(task.objective),
        count_of(static_cast<std::int64_t>(all.size()), "config"));
    const auto fastest = std::ranges::min_element(
        all, {}, [](const SustainedFinalist& one) { return one.trial.time.median; });
    if (fastest != all.begin())
        put("        the fastest after pauses: {}\n          {}\n", load_words(fastest->sustained),
            config_words(fastest->trial.config));
}

void print_best(const ProblemResult& tuned) {
    const auto* fastest = tuned.best();
    if (!fastest) {
        put("  no config was found\n");
        return;
    }
    const auto& [task, result] = *fastest;
    put("  best: {}  {}\n", task.setup.kernel.name, config_words(result.best->config));
    put("        {}\n", time_and_rate(*result.best, figure_of(result.run.key.conditions)));
    print_steady(task, result);
    print_tied(result);
    print_defaults(result);
    print_reference(result);
    put("        details: hone show {}\n", result.run.id.substr(0, 10));
}

Json rules_json(const std::vector<Pruned>& pruned) {
    Json json = Json::array();
    for (const Pruned& each : pruned) {
        json.push_back({{"rule", each.rule},
                        {"verdict", each.verdict},
                        {"count", each.count},
                        {"reason", each.reason}});
    }
    return json;
}

Json audit_json(const std::vector<RuleAudit>& audits) {
    Json json = Json::array();
    for (const RuleAudit& audit : audits) {
        json.push_back({{"rule", audit.rule},
                        {"timed", audit.timed},
                        {"within", audit.within_5_percent},
                        {"better", audit.better}});
    }
    return json;
}

Json result_json(const Task& task, const TuningResult& result) {
    const Figure figure = figure_of(result.run.key.conditions);
    Json json{{"kernel", task.setup.kernel.name},
              {"run", result.run.id},
              {"candidates", hone::text(result.candidates)},
              {"tried", result.tried},
              {"known", result.reused},
              {"cut_off", result.cut_off},
              {"devices", result.devices},
              {"lost", result.failures},
              {"outcomes", Json::object()},
              {"pruned", rules_json(result.pruned)},
              {"audit", audit_json(result.audit)},
              {"best", result.best ? trial_json(*result.best, figure) : Json()},
              {"tied", Json::array()}};
    for (const auto& [outcome, count] : result.outcomes)
        json["outcomes"][std::string(word(outcome))] = count;
    for (const Trial& trial : result.tied) json["tied"].push_back(trial_json(trial, figure));
    if (result.expected_gain)
        json["outlook"] = {{"chance_of_more_than_1_percent", result.expected_gain->probability},
                           {"share_of_expected_optimum", result.expected_gain->best_fraction},
                           {"enough", result.converged}};
    json["objective"] = word(task.objective);
    json["under_load"] = Json::array();
    for (const SustainedFinalist& one : result.sustained.finalists) {
        json["under_load"].push_back(steady_json(one.sustained));
        json["under_load"].back()["config"] = stored_json(one.trial.config);
    }
    if (result.defaults) json["defaults"] = trial_json(*result.defaults, figure);
    if (result.reference) json["clblast"] = estimate_json(result.reference->time);
    return json;
}

Json results_json(const std::vector<ProblemResult>& all) {
    Json json = Json::array();
    for (const ProblemResult& tuned : all) {
        Json one{{"device", tuned.device.name},
                 {"driver", tuned.device.driver},
                 {"routine", tuned.problem.routine},
                 {"precision", tuned.problem.precision},
                 {"problem", Json::parse(problem_text(tuned.problem))},
                 {"kernels", Json::array()}};
        for (const auto& [task, result] : tuned.results)
            one["kernels"].push_back(result_json(task, result));
        json.push_back(one);
    }
    return json;
}

// "64x64x64"
std::string end_words(const SizeRange& range, std::int64_t Bounds::*end) {
    std::vector<std::int64_t> sizes;
    for (const Bounds& bounds : range.bounds) sizes.push_back(bounds.*end);
    return fmt::format("{}", fmt::join(sizes, "x"));
}

std::string time_words(const SizesBudget& budget) {
    if (!budget.each) return "";
    const auto each = static_cast<double>(budget.each->count());
    return fmt::format("; {} each, {} in all at most", human::time(each),
                       human::time(each * static_cast<double>(budget.left())));
}

}  // namespace

std::string plan_words(const SizesWanted& sizes, const SizesBudget& budget) {
    const std::string known = budget.deeper ? ", all tuned before: each is searched further"
                              : budget.tuned > 0
                                  ? fmt::format(", {} of them tuned before", budget.tuned)
                                  : "";
    return fmt::format("{} {}: {} from {} to {}{}{}", sizes.like.routine, sizes.like.precision,
                       count_of(static_cast<std::int64_t>(budget.wanted), "size"),
                       end_words(sizes.range, &Bounds::least),
                       end_words(sizes.range, &Bounds::most), known, time_words(budget));
}

std::string plan_words(std::size_t problems, const TuneOptions& options) {
    return count_of(static_cast<std::int64_t>(problems), "problem") +
           time_words({.wanted = problems, .each = longest_search(options)});
}

void print_plan(const Task& task) {
    put("{} for {} on {}: {}, {}{}\n", task.setup.kernel.name,
        problem_words(task.setup.problem, task.setup.kernel.space), task.setup.device.device.name,
        task.strategy,
        task.max_evals ? "at most " + count_of(static_cast<std::int64_t>(*task.max_evals), "config")
                       : "any number of configs",
        task.time_limit ? ", at most " + human::time(static_cast<double>(task.time_limit->count()))
                        : "");
}

void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database) {
    if (as_json) return print_json(results_json(all));
    for (const ProblemResult& tuned : all) {
        put("{} on {}\n", problem_words(tuned.problem, space_of(tuned)), tuned.device.name);
        for (const auto& [name, why] : tuned.skipped) put("  {}: cannot run this: {}\n", name, why);
        for (const auto& [task, result] : tuned.results) print_kernel(task, result);
        for (const std::string& name : tuned.not_begun)
            put("  {}: not tried, no time was left\n", name);
        print_best(tuned);
    }
    put("stored in {}\n", database.string());
}

}  // namespace hone::cli
