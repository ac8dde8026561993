// SPDX-License-Identifier: MIT
// A run as text and as JSON.
#include "tuner/cli/inspect/show_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "db/model/counting_trial.hpp"
#include "db/store/run_process.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/cli/options/sustained_text.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/text_layout.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

bool faster(const Trial& a, const Trial& b) {
    return a.time.median < b.time.median;
}

std::map<Outcome, std::size_t> outcomes(const RunDetails& details) {
    std::map<Outcome, std::size_t> counts;
    for (const Trial& trial : details.trials) ++counts[trial.outcome];
    return counts;
}

std::string duration_words(const Run& run) {
    if (run.ended <= run.started) return std::string(state_words(run));
    return fmt::format("{} after {}", word(run.state),
                       human::time(static_cast<double>(run.ended - run.started) * 1e6));
}

std::string tried_words(const RunDetails& details) {
    const std::string words = outcome_counts(outcomes(details));
    const std::string all = human::count(std::ssize(details.trials));
    return fmt::format("{} trial{}{}{}", all, all == "1" ? "" : "s", words.empty() ? "" : ": ",
                       words);
}

constexpr std::size_t shown_of_text = 8;  // characters of an id, as in `hone compare`

Table facts(const RunDetails& details) {
    const Run& run = details.run;
    Table table{{{"run"}, {run.id}}};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) table.rows.push_back({name, value});
    };
    add("kernel", details.kernel.name);
    add("kernel text", run.key.kernel.substr(0, shown_of_text));
    add("problem", problem_words(details.kernel.routine, run.key.precision, run.key.problem,
                                 details.kernel.space));
    add("conditions", condition_words(run.key.conditions));
    add("device", details.device.name);
    add("driver", details.device.driver);
    add("strategy", fmt::format("{}, seed {}", run.strategy, run.seed));
    add("candidates", run.candidates.empty() ? "" : human::count(run.candidates));
    add("objective", objective_of(run));
    add("started", when(run.started) + ", " + duration_words(run));
    add("by", fmt::format("{} on {}", run.tool, run.host));
    add(run.source == Source::import ? "imported from" : "came with", run.origin);
    add("board", run.pci);
    add("again", run.command);
    add("tried", tried_words(details));
    return table;
}

std::string others_are(std::size_t count) {
    return count == 1 ? "1 other finalist is" : fmt::format("{} other finalists are", count);
}

void print_best(const RunDetails& details) {
    const auto best = details.best();
    if (!best) return put("\nno config ran correctly\n");
    put("\nbest: {}\n  {}\n", time_and_rate(*best, figure_of(details.run.key.conditions)),
        config_words(best->config));
    if (details.finals.size() > 1)
        put("  {} equally fast; the simplest was chosen\n", others_are(details.finals.size() - 1));
    for (const ReferenceTiming& reference : details.references) {
        if (!reference.time.known())
            put("  {} has no time: {}\n", reference_words(reference.name), reference.message);
        else
            put("  {:.2f} times as fast as {} ({})\n", reference.time.median / best->time.median,
                reference_words(reference.name), with_spread(reference.time));
    }
}

RuleAudit audit_of(Store& store, const RunDetails& details, const std::string& rule) {
    RuleAudit audit{.rule = rule};
    const auto best = details.best();
    const double best_ns = best ? best->time.median : 0;
    for (const Trial& trial : store.audited(details.run.id, rule)) {
        ++audit.timed;
        if (trial.outcome == Outcome::ok) audit.compare(trial.time.median, best_ns);
    }
    return audit;
}

void print_pruned(Store& store, const RunDetails& details) {
    if (details.pruned.empty()) return;
    Table table{{{"rule"},
                 {"verdict"},
                 {"configs", Align::right},
                 {"audited", Align::right},
                 {"within 5 %", Align::right},
                 {"better", Align::right},
                 {"such as"}}};
    const auto cell = [](std::size_t number) {
        return Cell(human::count(static_cast<std::int64_t>(number)), number);
    };
    for (const Pruned& pruned : details.pruned) {
        const RuleAudit audit = audit_of(store, details, pruned.rule);
        const bool any = audit.timed > 0;
        table.rows.push_back(
            {pruned.rule, pruned.verdict, Cell(human::count(pruned.count), pruned.count),
             any ? cell(audit.timed) : Cell(), any ? cell(audit.within_5_percent) : Cell(),
             any ? cell(audit.better) : Cell(), pruned.reason});
    }
    put("\n{}", as_text(table));
}

std::vector<Trial> first(std::vector<Trial> trials, std::size_t most) {
    if (trials.size() > most) trials.resize(most);
    return trials;
}

// 0 means that the count is unknown.
Cell count_if_known(std::int64_t count) {
    return count > 0 ? Cell(human::count(count), count) : Cell();
}

void print_fastest(const std::vector<Trial>& trials, Figure figure) {
    if (trials.empty()) return;
    Table table{{{figure == Figure::time ? "time" : "figure", Align::right},
                 {"rate", Align::right},
                 {"for"},
                 {"work-group", Align::right},
                 {"local memory", Align::right},
                 {"registers", Align::right},
                 {"config"}}};
    for (const Trial& trial : trials)
        table.rows.push_back({with_spread(trial.time, figure), rate(trial), word(trial.purpose),
                              count_if_known(trial.work_group),
                              human::bytes(static_cast<double>(trial.local_memory)),
                              count_if_known(trial.registers), config_words(trial.config)});
    put("\n{}", as_text(table));
}

// A driver's message may have several lines, and empty ones at its end.
std::string indented(const std::string& message) {
    std::string lines;
    for (const std::string_view line : split(message, '\n'))
        if (!line.empty()) lines += fmt::format("  {}\n", line);
    return lines;
}

void print_failed(const std::vector<Trial>& trials) {
    for (const Trial& trial : trials)
        put("\n{}: {}\n{}", word(trial.outcome), config_words(trial.config),
            indented(trial.message));
}

Json failure_json(const Trial& trial) {
    return {{"config", stored_json(trial.config)},
            {"outcome", word(trial.outcome)},
            {"message", trial.message},
            {"place", trial.location},
            {"wrong_elements", trial.wrong_elements},
            {"id", trial.id}};
}

Json run_json(const RunDetails& details) {
    const Run& run = details.run;
    return {{"run", run.id},
            {"kernel", details.kernel.name},
            {"kernel_text", run.key.kernel},
            {"routine", details.kernel.routine},
            {"precision", run.key.precision},
            {"problem", stored_json(run.key.problem)},
            {"conditions", stored_json(run.key.conditions)},
            {"device", details.device.name},
            {"driver", details.device.driver},
            {"strategy", run.strategy},
            {"seed", run.seed},
            {"candidates", run.candidates},
            {"tool", run.tool},
            {"host", run.host},
            {"command", run.command},
            {"started_ms", run.started},
            {"ended_ms", run.ended},
            {"state", state_words(run)},
            {"source", word(run.source)},
            {"origin", run.origin},
            {"pci", run.pci},
            {"trials", details.trials.size()}};
}

Json pruned_json(Store& store, const RunDetails& details) {
    Json all = Json::array();
    for (const Pruned& pruned : details.pruned) {
        const RuleAudit audit = audit_of(store, details, pruned.rule);
        all.push_back({{"rule", pruned.rule},
                       {"verdict", pruned.verdict},
                       {"count", pruned.count},
                       {"reason", pruned.reason},
                       {"audit",
                        {{"timed", audit.timed},
                         {"within", audit.within_5_percent},
                         {"better", audit.better}}}});
    }
    return all;
}

}  // namespace

std::optional<Trial> RunDetails::best() const {
    if (!finals.empty()) return finals.front();
    const std::vector<Trial> all = fastest();
    return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<Trial> RunDetails::fastest() const {
    std::map<std::string, Trial> counting;
    for (const Trial& trial : trials) add_newer(counting, trial.config, trial);
    std::vector<Trial> right;
    for (const auto& [config, trial] : counting)
        if (trial.outcome == Outcome::ok) right.push_back(trial);
    std::ranges::stable_sort(right, faster);
    return right;
}

std::vector<Trial> RunDetails::failed() const {
    std::vector<Trial> all;
    std::ranges::copy_if(trials, std::back_inserter(all),
                         [](const Trial& trial) { return trial.outcome != Outcome::ok; });
    return all;
}

RunDetails run_details(Store& store, const Run& run) {
    RunDetails details{.run = run,
                       .device = store.devices().at(run.key.device),
                       .kernel = store.kernels().at(run.key.kernel),
                       .trials = store.trials(run.id),
                       .finals = {},
                       .pruned = store.pruned(run.id),
                       .references = store.reference_timings(run.id),
                       .sustained = store.sustained_timings(run.id)};
    for (const Finalist& finalist : store.finalists(run.id)) {
        if (finalist.rank != 1 && !finalist.tied) continue;
        const auto found = std::ranges::find(details.trials, finalist.trial, &Trial::id);
        if (found != details.trials.end()) details.finals.push_back(*found);
    }
    return details;
}

void print_run_details(Store& store, const RunDetails& details, const ListLimits& limits) {
    put("{}", as_text(facts(details)));
    print_best(details);
    print_sustained(details.sustained, details.trials);
    print_pruned(store, details);
    print_fastest(first(details.fastest(), limits.fastest), figure_of(details.run.key.conditions));
    print_failed(first(details.failed(), limits.failed));
}

Json run_details_json(Store& store, const RunDetails& details, const ListLimits& limits) {
    Json json = run_json(details);
    const Figure figure = figure_of(details.run.key.conditions);
    json["outcomes"] = Json::object();
    for (const auto& [outcome, count] : outcomes(details))
        json["outcomes"][std::string(word(outcome))] = count;
    const auto best = details.best();
    json["best"] = best ? trial_json(*best, figure) : Json();
    json["tied"] = Json::array();
    for (std::size_t i = 1; i < details.finals.size(); ++i)
        json["tied"].push_back(trial_json(details.finals[i], figure));
    json["under_load"] = sustained_json(details.sustained, details.trials);
    json["pruned"] = pruned_json(store, details);
    for (const ReferenceTiming& reference : details.references)
        json[reference.name] = {{"time", estimate_json(reference.time)},
                                {"message", reference.message}};
    json["fastest"] = Json::array();
    for (const Trial& trial : first(details.fastest(), limits.fastest))
        json["fastest"].push_back(trial_json(trial, figure));
    json["failed"] = Json::array();
    for (const Trial& trial : first(details.failed(), limits.failed))
        json["failed"].push_back(failure_json(trial));
    return json;
}

}  // namespace hone::cli
