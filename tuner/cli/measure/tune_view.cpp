// SPDX-License-Identifier: MIT
// Progress and results in words.
#include "tuner/cli/measure/tune_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/grouped_digits.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string outcomes(const Findings& findings) {
    std::vector<std::string> parts;
    for (const auto& [outcome, count] : findings.outcomes) {
        parts.push_back(
            fmt::format("{} {}", human::count(static_cast<std::int64_t>(count)), word(outcome)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// "NVIDIA H200 at 0000:01:00.0 on node7", as far as that is known.
std::string place_of(const Found& found) {
    const auto& [device, seat] = std::tie(found.device, found.seat);
    return device.name + (device.pci.empty() ? "" : " at " + device.pci) +
           (seat.host.empty() ? "" : " on " + seat.host);
}

void print_pruned(const Findings& findings) {
    for (const Pruned& pruned : findings.pruned) {
        fmt::print("    {:<12} {:>8}  {} (such as: {})\n", pruned.verdict,
                   human::count(pruned.count), pruned.rule, pruned.reason);
    }
    for (const Audited& audit : findings.audit) {
        fmt::print("    audit of {}: {} timed, {} within 5 % of the best, {} better\n", audit.rule,
                   audit.timed, audit.within, audit.better);
    }
}

void print_crew(const Findings& findings) {
    if (findings.devices > 1) fmt::print("    {} devices shared the work\n", findings.devices);
    for (const Found& found : findings.apart)
        fmt::print("    {} is more than 3 % off the others and was tuned apart\n", place_of(found));
    for (const std::string& why : findings.lost) fmt::print("    lost {}\n", why);
}

// How sure the search is that it has found what there is.
void print_outlook(const Findings& findings) {
    if (!findings.outlook) return;
    constexpr double nearly_all = 0.995;
    const double share = findings.outlook->best_share;
    fmt::print("    {}{}; the likeliest gain over 1 % has a chance of {}\n",
               findings.found_enough ? "enough: " : "",
               share < nearly_all ? human::percent(share) + " of the expected optimum"
                                  : "nothing better is expected",
               human::percent(findings.outlook->chance));
}

void print_kernel(const Task& task, const Findings& findings) {
    fmt::print("  {}: tried {} of {} candidates ({}){}\n", task.setup.kernel.name,
               human::count(static_cast<std::int64_t>(findings.tried)),
               human::count(hone::text(findings.candidates)), outcomes(findings),
               findings.known > 0
                   ? fmt::format(", {} of them known from earlier runs", findings.known)
                   : "");
    print_pruned(findings);
    print_crew(findings);
    if (findings.drifts > 0)
        fmt::print("    the device drifted; {} measured again\n",
                   findings.drifts == 1 ? "one stretch was"
                                        : fmt::format("{} stretches were", findings.drifts));
    if (!findings.reference_fault.empty())
        fmt::print("    CLBlast is at fault: {}\n", findings.reference_fault);
    if (!findings.best) {
        fmt::print("    no config passed\n");
        return;
    }
    fmt::print("    best {}\n", time_and_rate(*findings.best));
    print_outlook(findings);
}

void print_best(const Tuning& tuning) {
    const auto* found = tuning.best();
    if (!found) {
        fmt::print("  nothing found\n");
        return;
    }
    const Trial& best = *found->second.best;
    fmt::print("  best: {}  {}\n", found->first.setup.kernel.name, config_words(best.config));
    fmt::print("        {}\n", time_and_rate(best));
    if (!found->second.tied.empty()) {
        fmt::print("        a tie with {} more; this is the simplest\n", found->second.tied.size());
    }
    const auto& reference = found->second.reference;
    if (reference && reference->time.known()) {
        fmt::print("        {:.2f} times as fast as CLBlast ({})\n",
                   reference->time.median / best.time.median, with_spread(reference->time));
    } else if (reference && !reference->message.empty()) {
        fmt::print("        CLBlast gave no time: {}\n", reference->message);
    }
    fmt::print("        `hone show {}` tells more\n", found->second.run.id.substr(0, 10));
}

// Devices may be tuned side by side, each with a line.
std::atomic<bool> terminal_taken{false};

Json findings_json(const Task& task, const Findings& findings) {
    Json json{{"kernel", task.setup.kernel.name},
              {"run", findings.run.id},
              {"candidates", hone::text(findings.candidates)},
              {"tried", findings.tried},
              {"known", findings.known},
              {"devices", findings.devices},
              {"lost", findings.lost},
              {"outcomes", Json::object()},
              {"pruned", Json::array()},
              {"audit", Json::array()},
              {"best", findings.best ? trial_json(*findings.best) : Json()},
              {"tied", Json::array()}};
    for (const auto& [outcome, count] : findings.outcomes)
        json["outcomes"][std::string(word(outcome))] = count;
    for (const Pruned& pruned : findings.pruned) {
        json["pruned"].push_back({{"rule", pruned.rule},
                                  {"verdict", pruned.verdict},
                                  {"count", pruned.count},
                                  {"reason", pruned.reason}});
    }
    for (const Audited& audit : findings.audit) {
        json["audit"].push_back({{"rule", audit.rule},
                                 {"timed", audit.timed},
                                 {"within", audit.within},
                                 {"better", audit.better}});
    }
    for (const Trial& trial : findings.tied) json["tied"].push_back(trial_json(trial));
    if (findings.outlook)
        json["outlook"] = {{"chance_of_more_than_1_percent", findings.outlook->chance},
                           {"share_of_expected_optimum", findings.outlook->best_share},
                           {"enough", findings.found_enough}};
    if (findings.reference) json["clblast"] = estimate_json(findings.reference->time);
    return json;
}

Json results_json(const std::vector<Tuning>& all) {
    Json json = Json::array();
    for (const Tuning& tuning : all) {
        Json one{{"device", tuning.device.name},
                 {"driver", tuning.device.driver},
                 {"routine", tuning.problem.routine},
                 {"precision", tuning.problem.precision},
                 {"problem", Json::parse(problem_text(tuning.problem))},
                 {"kernels", Json::array()}};
        for (const auto& [task, findings] : tuning.findings)
            one["kernels"].push_back(findings_json(task, findings));
        json.push_back(one);
    }
    return json;
}

}  // namespace

const std::pair<Task, Findings>* Tuning::best() const {
    const std::pair<Task, Findings>* best = nullptr;
    for (const auto& each : findings) {
        if (!each.second.best) continue;
        if (!best || each.second.best->time.median < best->second.best->time.median) best = &each;
    }
    return best;
}

ProgressLine::ProgressLine(const Task& task, Voice voice)
    : task_(task),
      terminal_(::isatty(STDERR_FILENO) == 1 && !terminal_taken.exchange(true)),
      silent_(voice == Voice::quiet) {}

ProgressLine::~ProgressLine() {
    if (!terminal_) return;
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    terminal_taken = false;
}

std::string ProgressLine::text(const Progress& progress) const {
    std::string line = fmt::format("{} {}", task_.setup.kernel.name, progress.doing);
    if (progress.tried > 0)
        line += fmt::format(": {}{} tried", progress.tried,
                            progress.goal ? fmt::format("/{}", *progress.goal) : "");
    if (progress.best) line += ", best " + time_and_rate(*progress.best);
    if (progress.wrong + progress.failed > 0)
        line += fmt::format(", {} wrong, {} failed", progress.wrong, progress.failed);
    const double minutes = std::chrono::duration<double>(progress.elapsed).count() / 60;
    if (minutes > 0.05)
        line += fmt::format(", {:.0f}/min",
                            static_cast<double>(progress.tried - progress.known) / minutes);
    if (progress.limit && progress.tried > 0 && progress.elapsed < *progress.limit) {
        const auto left = *progress.limit - progress.elapsed;
        line += fmt::format(", {} left", human::time(static_cast<double>(left.count())));
    }
    return line;
}

void ProgressLine::show(const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    const auto pause =
        terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(60'000);
    if (silent_ || (shown_ && now - last_ < pause)) return;
    if (terminal_) {
        fmt::print(stderr, "\r{}\x1b[K", text(progress));
        std::fflush(stderr);
    } else if (shown_) {
        say("hone: " + text(progress));
    } else {
        // The first line elsewhere says what is going on; the rest say how far it is.
        say(fmt::format(
            "hone: {} for {} on {}{}", task_.setup.kernel.name, problem_words(task_.setup.problem),
            task_.setup.device.device.name,
            task_.others.empty() ? "" : fmt::format(", {} of them", 1 + task_.others.size())));
    }
    shown_ = true;
    last_ = now;
}

void print_plan(const Task& task) {
    fmt::print(
        "{} for {} on {}: {}, {}{}\n", task.setup.kernel.name, problem_words(task.setup.problem),
        task.setup.device.device.name, task.strategy,
        task.max_evals ? "at most " + count_of(static_cast<std::int64_t>(*task.max_evals), "config")
                       : "no limit of configs",
        task.time_limit ? ", at most " + human::time(static_cast<double>(task.time_limit->count()))
                        : "");
}

void print_results(const std::vector<Tuning>& all, bool as_json,
                   const std::filesystem::path& database) {
    if (as_json) return print_json(results_json(all));
    for (const Tuning& tuning : all) {
        fmt::print("{} on {}\n", problem_words(tuning.problem), tuning.device.name);
        for (const auto& [name, why] : tuning.hindered)
            fmt::print("  {}: not here, {}\n", name, why);
        for (const auto& [task, findings] : tuning.findings) print_kernel(task, findings);
        print_best(tuning);
    }
    fmt::print("stored in {}\n", database.string());
}

}  // namespace hone::cli
