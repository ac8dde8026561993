// SPDX-License-Identifier: MIT
// The sixth question: how fast the search found its best, what the rules excluded, and how often
// they were wrong.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

std::string count_words(std::size_t number) {
    return human::count(static_cast<std::int64_t>(number));
}

// The improvements of a run, in order.
struct Progress {
    struct Step {
        std::size_t trial;
        double seconds, best_ns;
    };
    std::vector<Step> steps;
    std::size_t trials = 0;
    double seconds = 0;

    // The trials until a config was within 5 % of the run's best; 0 if there was none.
    std::size_t until_near() const {
        for (const Step& step : steps)
            if (step.best_ns <= 1.05 * steps.back().best_ns) return step.trial;
        return 0;
    }
};

bool is_search(const TrialSummary& trial) {
    return trial.purpose == Purpose::search || trial.purpose == Purpose::default_config;
}

Progress progress_of(const KernelResults& results, std::size_t run) {
    Progress progress;
    const std::int64_t began = results.runs[run].started;
    for (const TrialSummary& trial : results.trials) {
        if (trial.run != run || !is_search(trial)) continue;
        progress.trials = trial.ordinal + 1;
        // Imported trials may have no time stamp.
        const double seconds =
            began > 0 ? std::max(0.0, static_cast<double>(trial.started - began) / 1000) : 0;
        progress.seconds = std::max(progress.seconds, seconds);
        const bool better =
            trial.ok() && trial.time.median > 0 &&
            (progress.steps.empty() || trial.time.median < progress.steps.back().best_ns);
        if (better) progress.steps.push_back({progress.trials, seconds, trial.time.median});
    }
    return progress;
}

ChartSpec progress_curve(const Evidence& evidence, const KernelResults& results,
                         const std::string& run, const Progress& progress) {
    const double best = progress.steps.back().best_ns;
    ChartSpec points = ChartSpec::array();
    for (const Progress::Step& step : progress.steps)
        points.push_back({step.trial, step.seconds, best / step.best_ns});
    points.push_back({progress.trials, progress.seconds, 1.0});
    return {{"device", evidence.label(results)},
            {"panel", results.key.family()},
            {"case", results.key.words()},
            {"kernel", results.kernel_name},
            {"run", run},
            {"points", points}};
}

Row progress_row(const Evidence& evidence, const KernelResults& results, const Run& of,
                 const Progress& progress) {
    const auto ties = evidence.ties.find(of.id);
    return {
        results.key.words(),
        evidence.label(results),
        results.kernel_name,
        of.source == Source::import ? "imported" : of.strategy,
        of.candidates.empty() ? Cell() : Cell::digits(of.candidates, human::count(of.candidates)),
        {human::count(std::int64_t(progress.trials)), progress.trials},
        progress.until_near() == 0
            ? Cell()
            : Cell{human::count(std::int64_t(progress.until_near())), progress.until_near()},
        progress.seconds > 0 ? Cell{human::time(progress.seconds * 1e9), progress.seconds} : Cell(),
        ties == evidence.ties.end() ? Cell() : Cell{fmt::to_string(ties->second), ties->second}};
}

Part progress_part(const Evidence& evidence) {
    Part part{
        .title = "The best config so far",
        .note =
            "The speed of the best config so far, as a share of the final best, against trials "
            "and against time.",
        .table = {{{"problem"},
                   {"device"},
                   {"kernel"},
                   {"strategy"},
                   {"candidates", Align::right},
                   {"tried", Align::right},
                   {"until within 5 %", Align::right},
                   {"time", Align::right, "s"},
                   {"tied", Align::right}}},
        .chart = {{"kind", "progress"}, {"rows", ChartSpec::array()}}};
    for (const KernelResults& results : evidence.kernel_results)
        for (std::size_t run = 0; run < results.runs.size(); ++run) {
            const Progress progress = progress_of(results, run);
            if (progress.trials == 0) continue;
            const Run& of = results.runs[run];
            part.table.rows.push_back(progress_row(evidence, results, of, progress));
            if (!progress.steps.empty() && of.source == Source::local)
                part.chart["rows"].push_back(progress_curve(evidence, results, of.id, progress));
        }
    return part;
}

struct RuleSums {
    std::int64_t kept_out = 0;
    RuleAudit audit;
    std::string verdict, reason;
};

// The best of the audited run.
double best_of_run(const KernelResults& results, std::size_t run) {
    double best = 0;
    for (const TrialSummary& trial : results.trials)
        if (trial.run == run && is_search(trial) && trial.ok() &&
            (best == 0 || trial.time.median < best))
            best = trial.time.median;
    return best;
}

void add_audits(const Evidence& evidence, const KernelResults& results, std::size_t run,
                std::map<std::string, RuleSums>& rules) {
    const auto audits = evidence.audits.find(results.runs[run].id);
    if (audits == evidence.audits.end()) return;
    const double best = best_of_run(results, run);
    for (const AuditedRule& audited : audits->second) {
        RuleAudit& audit = rules[audited.rule].audit;
        audit.timed += audited.timed;
        for (const double time : audited.times_ns) audit.compare(time, best);
    }
}

Row pruned_row(const std::string& device, const std::string& name, const RuleSums& rule) {
    const auto number = [](auto n) { return Cell{human::count(std::int64_t(n)), n}; };
    const RuleAudit& audit = rule.audit;
    const bool audited = audit.timed > 0;
    const double wrong =
        audited ? static_cast<double>(audit.within_5_percent) / static_cast<double>(audit.timed)
                : 0;
    return {device,
            name,
            rule.verdict,
            number(rule.kept_out),
            audited ? number(audit.timed) : Cell(),
            audited ? number(audit.within_5_percent) : Cell(),
            audited ? number(audit.better) : Cell(),
            audited ? Cell{human::percent(wrong), wrong} : Cell(),
            first_line(rule.reason)};
}

Part pruned_part(const Evidence& evidence) {
    Part part{.title = "What was not tried",
              .note =
                  "Configs that rules rejected (the device cannot run them) or deferred (they are "
                  "probably slow and are tried last). An audit times some deferred configs; a rule "
                  "was wrong where one is within 5 % of the best, or better.",
              .table = {{{"device"},
                         {"rule"},
                         {"verdict"},
                         {"kept out", Align::right},
                         {"audited", Align::right},
                         {"within 5 %", Align::right},
                         {"better", Align::right},
                         {"wrong", Align::right},
                         {"such as"}}},
              .chart = nullptr};
    std::map<std::string, std::map<std::string, RuleSums>> devices;
    for (const KernelResults& results : evidence.kernel_results)
        for (std::size_t run = 0; run < results.runs.size(); ++run) {
            auto& rules = devices[evidence.label(results)];
            const auto pruned = evidence.pruned.find(results.runs[run].id);
            if (pruned != evidence.pruned.end())
                for (const Pruned& one : pruned->second) {
                    RuleSums& rule = rules[one.rule];
                    rule.kept_out += one.count;
                    rule.verdict = one.verdict;
                    rule.reason = one.reason;
                }
            add_audits(evidence, results, run, rules);
        }
    for (const auto& [device, rules] : devices)
        for (const auto& [name, rule] : rules) {
            part.table.rows.push_back(pruned_row(device, name, rule));
        }
    return part;
}

std::string outcomes_note(const Evidence& evidence) {
    const std::size_t kept = evidence.kept_trials();
    const std::size_t all = evidence.measured_trials();
    const std::string which =
        kept < all ? fmt::format(" Of {} trials {} are kept; these are counted here.",
                                 count_words(all), count_words(kept))
                   : "";
    return "Failed trials are kept with their reason." + which;
}

Part outcomes_part(const Evidence& evidence) {
    Part part{
        .title = "Outcomes of the trials",
        .note = outcomes_note(evidence),
        .table = {{{"device"}, {"outcome"}, {"trials", Align::right}, {"share", Align::right}}},
        .chart = {{"kind", "outcomes"}, {"rows", ChartSpec::array()}}};
    std::map<std::string, std::map<std::string_view, std::size_t>> counts;
    std::map<std::string, std::size_t> all;
    for (const KernelResults& results : evidence.kernel_results)
        for (const TrialSummary& trial : results.trials) {
            ++counts[evidence.label(results)][word(trial.outcome)];
            ++all[evidence.label(results)];
        }
    for (const auto& [device, outcomes] : counts)
        for (const auto& [outcome, count] : outcomes) {
            const double share = static_cast<double>(count) / static_cast<double>(all[device]);
            part.table.rows.push_back({device,
                                       outcome,
                                       {human::count(std::int64_t(count)), count},
                                       {human::percent(share), share}});
            part.chart["rows"].push_back(
                {{"device", device}, {"outcome", outcome}, {"count", count}, {"share", share}});
        }
    return part;
}

// The same total as at the top of the report.
std::string of_all_trials(const Evidence& evidence, std::size_t tried) {
    const std::size_t all = evidence.measured_trials();
    return tried == all ? count_words(tried) + " trials"
                        : fmt::format("{} of {} trials", count_words(tried), count_words(all));
}

std::string search_answer(const Evidence& evidence, const Part& progress) {
    std::size_t tried = 0;
    std::vector<double> until;
    for (const Row& row : progress.table.rows) {
        tried += std::stoull(row[5].exact());
        if (row[6].is_number()) until.push_back(std::stod(row[6].exact()));
    }
    if (until.empty()) return "No search has found a config yet.";
    std::ranges::sort(until);
    const std::size_t searches = progress.table.rows.size();
    const auto half = static_cast<std::int64_t>(until[until.size() / 2]);
    return fmt::format(
        "{} were in {} search{}; half of the searches were within 5 % of their final best after {} "
        "trial{}.",
        of_all_trials(evidence, tried), searches, searches == 1 ? "" : "es", human::count(half),
        half == 1 ? "" : "s");
}

}  // namespace

Section search_section(const Evidence& evidence) {
    Section section;
    std::vector<Part> parts{progress_part(evidence), pruned_part(evidence),
                            outcomes_part(evidence)};
    section.answer = search_answer(evidence, parts[0]);
    for (Part& part : parts)
        if (!part.table.rows.empty()) section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
