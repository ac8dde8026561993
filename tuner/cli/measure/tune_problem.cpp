// SPDX-License-Identifier: MIT
// From options to tasks, and from tasks to results.
#include "tuner/cli/measure/tune_problem.hpp"

#include <algorithm>

#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/shard_option.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

constexpr std::chrono::minutes default_time{5};

// Divides the budget among several kernels.
void set_budget(Task& task, const po::variables_map& given, std::size_t shares) {
    const auto divisor = static_cast<std::int64_t>(shares);
    if (given.count("max-evals") != 0) {
        const std::int64_t most = read_count(word_of(given, "max-evals"), "--max-evals");
        task.max_evals = static_cast<std::size_t>(std::max<std::int64_t>(most / divisor, 1));
    }
    if (given.count("time-limit") != 0) {
        task.time_limit = read_duration(word_of(given, "time-limit"), "--time-limit") / divisor;
    } else if (!task.max_evals) {
        task.time_limit = std::chrono::nanoseconds(default_time) / divisor;
        task.stops_when_converged = true;
    }
    if (given.count("target") != 0) task.target = read_share(word_of(given, "target"), "--target");
}

Task make_task(const po::variables_map& given, const LocalDevice& device, const Space& space,
               const Problem& problem, std::size_t shares) {
    Task task;
    task.setup = make_setup(given, device, space, problem);
    task.timeouts = timeouts_given(given);
    task.strategy = given.count("strategy") != 0 ? word_of(given, "strategy")
                                                 : std::string(strategies()[0].name);
    if (given.count("audit") != 0)
        task.audit = static_cast<std::size_t>(read_count(word_of(given, "audit"), "--audit"));
    task.transfer = word_of(given, "transfer") != "off";
    task.resume = !is_on(given, "fresh");
    task.forced = is_on(given, "force");
    task.where = restrictions(space, given);
    task.command = command_line("tune", given, space, problem);
    if (given.count("shard") != 0) {
        task.shard = read_shard(word_of(given, "shard"));
        task.command += " --shard " + text(task.shard);
    }
    set_budget(task, given, shares);
    return task;
}

TuningResult run_task(const po::variables_map& given, const Task& task, Store& store,
                      ProblemResult& tuned) {
    ProgressLine line(task, verbosity_of(given));
    TuningResult result = tune(
        task, store, [&](const Progress& progress) { line.show(progress); }, interrupted());
    tuned.results.emplace_back(task, result);
    return result;
}

// A device that differs from the others of its kind does not reuse their trials.
Task alone(Task task, const LocalDevice& device) {
    task.setup.device = device;
    task.other_devices.clear();
    task.resume = false;
    return task;
}

}  // namespace

void declare_search(po::options_description& options) {
    auto add = options.add_options();
    add("strategy", single_value("NAME"), "how the next config is chosen");
    add("max-evals,n", single_value("N"),
        "at most N configs in all, those of earlier runs included");
    add("time-limit,t", single_value("TIME"),
        "at most so long, as 90s, 10m or 1h; with neither limit 5m, or until little is left to "
        "gain");
    add("target", single_value("SHARE"),
        "enough at this share of the expected optimum, such as 95%");
}

std::vector<std::string> strategy_names() {
    std::vector<std::string> names;
    for (const StrategyKind& kind : strategies()) names.emplace_back(kind.name);
    return names;
}

ProblemResult tune_problem(const po::variables_map& given, const std::vector<LocalDevice>& group,
                           std::vector<Space> spaces, const Problem& problem, Store* store) {
    const LocalDevice& device = group.front();
    ProblemResult tuned{device.device, problem, {}, {}};
    std::erase_if(spaces, [&](const Space& space) {
        const auto why = unmet_requirement(space, device, problem);
        if (why) tuned.skipped.emplace_back(space.name, *why);
        return why.has_value();
    });
    double incumbent_ns = 0;
    for (const Space& space : spaces) {
        Task task = make_task(given, device, space, problem, spaces.size());
        task.other_devices.assign(group.begin() + 1, group.end());
        task.incumbent_ns = incumbent_ns;
        if (!store) {
            print_plan(task);
            continue;
        }
        const TuningResult result = run_task(given, task, *store, tuned);
        if (result.best && (incumbent_ns == 0 || result.best->time.high < incumbent_ns))
            incumbent_ns = result.best->time.high;
        for (const LocalDevice& excluded_device : result.excluded)
            if (!interrupted()) run_task(given, alone(task, excluded_device), *store, tuned);
        if (interrupted()) break;
    }
    return tuned;
}

}  // namespace hone::cli
