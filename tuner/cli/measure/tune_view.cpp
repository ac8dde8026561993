// SPDX-License-Identifier: MIT
// Progress and results as text and JSON.
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

void print_pruned(const TuningResult& result) {
    for (const Pruned& pruned : result.pruned) {
        fmt::print("    {:<12} {:>8}  {} (such as: {})\n", pruned.verdict,
                   human::count(pruned.count), pruned.rule, pruned.reason);
    }
    for (const RuleAudit& audit : result.audit) {
        fmt::print("    audit of {}: {} timed, {} within 5 % of the best, {} better\n", audit.rule,
                   audit.timed, audit.within_5_percent, audit.better);
    }
}

void print_devices(const TuningResult& result) {
    if (result.devices > 1) fmt::print("    {} devices shared the work\n", result.devices);
    for (const LocalDevice& local : result.excluded)
        fmt::print("    {} is more than 3 % off the others and was tuned apart\n",
                   device_location(local));
    for (const std::string& why : result.failures) fmt::print("    lost {}\n", why);
}

// How much the search expects to gain by further trials.
void print_expected_gain(const TuningResult& result) {
    if (!result.expected_gain) return;
    constexpr double nearly_all = 0.995;
    const double share = result.expected_gain->best_fraction;
    fmt::print("    {}{}; the likeliest gain over 1 % has a chance of {}\n",
               result.converged ? "enough: " : "",
               share < nearly_all ? human::percent(share) + " of the expected optimum"
                                  : "nothing better is expected",
               human::percent(result.expected_gain->probability));
}

void print_kernel(const Task& task, const TuningResult& result) {
    fmt::print("  {}: tried {} of {} candidates ({}){}\n", task.setup.kernel.name,
               human::count(static_cast<std::int64_t>(result.tried)),
               human::count(hone::text(result.candidates)), outcomes(result),
               result.reused > 0
                   ? fmt::format(", {} of them known from earlier runs", result.reused)
                   : "");
    print_pruned(result);
    print_devices(result);
    if (result.drifts > 0)
        fmt::print("    the device drifted; {} measured again\n",
                   result.drifts == 1 ? "one stretch was"
                                      : fmt::format("{} stretches were", result.drifts));
    if (!result.reference_fault.empty())
        fmt::print("    CLBlast is at fault: {}\n", result.reference_fault);
    if (!result.best) {
        fmt::print("    no config passed\n");
        return;
    }
    fmt::print("    best {}\n", time_and_rate(*result.best));
    print_expected_gain(result);
}

void print_best(const ProblemResult& tuned) {
    const auto* fastest = tuned.best();
    if (!fastest) {
        fmt::print("  nothing found\n");
        return;
    }
    const Trial& best = *fastest->second.best;
    fmt::print("  best: {}  {}\n", fastest->first.setup.kernel.name, config_words(best.config));
    fmt::print("        {}\n", time_and_rate(best));
    if (!fastest->second.tied.empty()) {
        fmt::print("        a tie with {} more; this is the simplest\n",
                   fastest->second.tied.size());
    }
    const auto& reference = fastest->second.reference;
    if (reference && reference->time.known()) {
        fmt::print("        {:.2f} times as fast as CLBlast ({})\n",
                   reference->time.median / best.time.median, with_spread(reference->time));
    } else if (reference && !reference->message.empty()) {
        fmt::print("        CLBlast gave no time: {}\n", reference->message);
    }
    fmt::print("        `hone show {}` tells more\n", fastest->second.run.id.substr(0, 10));
}

// Several sessions may run at once; one of them has the terminal.
std::atomic<bool> terminal_taken{false};

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

const std::pair<Task, TuningResult>* ProblemResult::best() const {
    const std::pair<Task, TuningResult>* best = nullptr;
    for (const auto& each : results) {
        if (!each.second.best) continue;
        if (!best || each.second.best->time.median < best->second.best->time.median) best = &each;
    }
    return best;
}

ProgressLine::ProgressLine(const Task& task, Verbosity verbosity)
    : task_(task),
      terminal_(::isatty(STDERR_FILENO) == 1 && !terminal_taken.exchange(true)),
      silent_(verbosity == Verbosity::quiet) {}

ProgressLine::~ProgressLine() {
    if (!terminal_) return;
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    terminal_taken = false;
}

std::string ProgressLine::text(const Progress& progress) const {
    std::string line = fmt::format("{} {}", task_.setup.kernel.name, progress.phase);
    if (progress.tried > 0)
        line += fmt::format(": {}{} tried", progress.tried,
                            progress.max_evals ? fmt::format("/{}", *progress.max_evals) : "");
    if (progress.best) line += ", best " + time_and_rate(*progress.best);
    if (progress.wrong + progress.failed > 0)
        line += fmt::format(", {} wrong, {} failed", progress.wrong, progress.failed);
    const double minutes = std::chrono::duration<double>(progress.elapsed).count() / 60;
    if (minutes > 0.05)
        line += fmt::format(", {:.0f}/min",
                            static_cast<double>(progress.tried - progress.reused) / minutes);
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
        // The first line says what is tuned; the following ones show the progress.
        say(fmt::format("hone: {} for {} on {}{}", task_.setup.kernel.name,
                        problem_words(task_.setup.problem), task_.setup.device.device.name,
                        task_.other_devices.empty()
                            ? ""
                            : fmt::format(", {} of them", 1 + task_.other_devices.size())));
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

void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database) {
    if (as_json) return print_json(results_json(all));
    for (const ProblemResult& tuned : all) {
        fmt::print("{} on {}\n", problem_words(tuned.problem), tuned.device.name);
        for (const auto& [name, why] : tuned.skipped) fmt::print("  {}: not here, {}\n", name, why);
        for (const auto& [task, result] : tuned.results) print_kernel(task, result);
        print_best(tuned);
    }
    fmt::print("stored in {}\n", database.string());
}

}  // namespace hone::cli
