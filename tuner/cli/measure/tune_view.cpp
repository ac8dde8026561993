// SPDX-License-Identifier: MIT
// Results as text and JSON.
#include "tuner/cli/measure/tune_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/devices/grouped_digits.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string outcomes(const TuningResult& result) {
    std::vector<std::string> parts;
    for (const auto& [outcome, count] : result.outcomes) {
        parts.push_back(
            fmt::format("{} {}", human::count(static_cast<std::int64_t>(count)), word(outcome)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// "NVIDIA H200 at 0000:01:00.0 on node7", as far as that is known.
std::string device_location(const LocalDevice& local) {
    const auto& [device, placement] = std::tie(local.device, local.placement);
    return device.name + (device.pci.empty() ? "" : " at " + device.pci) +
           (placement.host.empty() ? "" : " on " + placement.host);
}

// A rule in words that say why a config was kept out.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> reasons{
    {{"requires", "requirement not met"},
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
        fmt::print("    {} {}: {} (such as: {})\n", human::count(pruned.count), pruned.verdict,
                   reason_words(pruned.rule), pruned.reason);
    }
    for (const RuleAudit& audit : result.audit) {
        fmt::print("    audit of {}: {} timed, {} within 5 % of the best, {} faster than it\n",
                   audit.rule, audit.timed, audit.within_5_percent, audit.better);
    }
}

void print_devices(const TuningResult& result) {
    if (result.devices > 1) fmt::print("    {} devices shared the work\n", result.devices);
    for (const LocalDevice& local : result.excluded)
        fmt::print("    {} differs by more than 3 % and was tuned apart\n", device_location(local));
    for (const std::string& why : result.failures) fmt::print("    device lost: {}\n", why);
}

// How much the search expects to gain by further trials.
void print_expected_gain(const TuningResult& result) {
    if (!result.expected_gain) return;
    fmt::print("    {}{} chance that more search gains over 1 %\n",
               result.converged ? "search ended: " : "",
               human::percent(result.expected_gain->probability));
}

void print_drift(const TuningResult& result) {
    if (result.drifts == 0) return;
    fmt::print("    the device's speed changed {}; affected configs were measured again\n",
               result.drifts == 1 ? "once" : fmt::format("{} times", result.drifts));
}

void print_kernel(const Task& task, const TuningResult& result) {
    fmt::print("  {}: tried {} of {} candidates ({}){}\n", task.setup.kernel.name,
               human::count(static_cast<std::int64_t>(result.tried)),
               human::count(hone::text(result.candidates)), outcomes(result),
               result.reused > 0 ? fmt::format(", {} of them in earlier runs", result.reused) : "");
    print_pruned(result);
    print_devices(result);
    print_drift(result);
    if (!result.reference_fault.empty())
        fmt::print("    CLBlast's result is wrong: {}\n", result.reference_fault);
    if (!result.best) {
        fmt::print("    no config ran correctly\n");
        return;
    }
    fmt::print("    best {}\n", time_and_rate(*result.best));
    print_expected_gain(result);
}

void print_tied(const TuningResult& result) {
    if (result.tied.size() == 1)
        fmt::print("        1 other is equally fast; the simpler was chosen\n");
    else if (!result.tied.empty())
        fmt::print("        {} others are equally fast; the simplest was chosen\n",
                   result.tied.size());
}

void print_reference(const TuningResult& result) {
    const auto& reference = result.reference;
    if (reference && reference->time.known()) {
        fmt::print("        {:.2f} times as fast as CLBlast ({})\n",
                   reference->time.median / result.best->time.median, with_spread(reference->time));
    } else if (reference && !reference->message.empty()) {
        fmt::print("        CLBlast was not timed: {}\n", reference->message);
    }
}

void print_best(const ProblemResult& tuned) {
    const auto* fastest = tuned.best();
    if (!fastest) {
        fmt::print("  no config was found\n");
        return;
    }
    const auto& [task, result] = *fastest;
    fmt::print("  best: {}  {}\n", task.setup.kernel.name, config_words(result.best->config));
    fmt::print("        {}\n", time_and_rate(*result.best));
    print_tied(result);
    print_reference(result);
    fmt::print("        details: hone show {}\n", result.run.id.substr(0, 10));
}

Json result_json(const Task& task, const TuningResult& result) {
    Json json{{"kernel", task.setup.kernel.name},
              {"run", result.run.id},
              {"candidates", hone::text(result.candidates)},
              {"tried", result.tried},
              {"known", result.reused},
              {"devices", result.devices},
              {"lost", result.failures},
              {"outcomes", Json::object()},
              {"pruned", Json::array()},
              {"audit", Json::array()},
              {"best", result.best ? trial_json(*result.best) : Json()},
              {"tied", Json::array()}};
    for (const auto& [outcome, count] : result.outcomes)
        json["outcomes"][std::string(word(outcome))] = count;
    for (const Pruned& pruned : result.pruned) {
        json["pruned"].push_back({{"rule", pruned.rule},
                                  {"verdict", pruned.verdict},
                                  {"count", pruned.count},
                                  {"reason", pruned.reason}});
    }
    for (const RuleAudit& audit : result.audit) {
        json["audit"].push_back({{"rule", audit.rule},
                                 {"timed", audit.timed},
                                 {"within", audit.within_5_percent},
                                 {"better", audit.better}});
    }
    for (const Trial& trial : result.tied) json["tied"].push_back(trial_json(trial));
    if (result.expected_gain)
        json["outlook"] = {{"chance_of_more_than_1_percent", result.expected_gain->probability},
                           {"share_of_expected_optimum", result.expected_gain->best_fraction},
                           {"enough", result.converged}};
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

}  // namespace

void print_plan(const Task& task) {
    fmt::print(
        "{} for {} on {}: {}, {}{}\n", task.setup.kernel.name, problem_words(task.setup.problem),
        task.setup.device.device.name, task.strategy,
        task.max_evals ? "at most " + count_of(static_cast<std::int64_t>(*task.max_evals), "config")
                       : "any number of configs",
        task.time_limit ? ", at most " + human::time(static_cast<double>(task.time_limit->count()))
                        : "");
}

void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database) {
    if (as_json) return print_json(results_json(all));
    for (const ProblemResult& tuned : all) {
        fmt::print("{} on {}\n", problem_words(tuned.problem), tuned.device.name);
        for (const auto& [name, why] : tuned.skipped)
            fmt::print("  {}: cannot run this: {}\n", name, why);
        for (const auto& [task, result] : tuned.results) print_kernel(task, result);
        print_best(tuned);
    }
    fmt::print("stored in {}\n", database.string());
}

}  // namespace hone::cli
