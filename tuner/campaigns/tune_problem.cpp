// SPDX-License-Identifier: MIT
// Turns options into tasks, and tasks into results.
#include "tuner/campaigns/tune_problem.hpp"

#include <algorithm>
#include <future>
#include <optional>

#include "tuner/campaigns/race.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cluster/cluster.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

constexpr std::chrono::minutes default_time{5};

// Divides the budget among several kernels.
void set_budget(Task& task, const TuneOptions& options, std::size_t shares) {
    if (options.max_evals) task.max_evals = std::max<std::size_t>(*options.max_evals / shares, 1);
    const auto divisor = static_cast<std::int64_t>(shares);
    if (options.time_limit) {
        task.time_limit = *options.time_limit / divisor;
    } else if (!task.max_evals) {
        task.time_limit = std::chrono::nanoseconds(default_time) / divisor;
        task.stops_when_converged = true;
    }
    task.target = options.target;
}

Task task_for(const TuneOptions& options, const DeviceGroup& group, const Space& space,
              const Problem& problem) {
    Task task;
    task.setup = bench_setup(options.measure, group.front(), space, problem);
    task.timeouts = options.measure.timeouts;
    task.make_bench = options.measure.make_bench;
    task.passed_checks = options.measure.passed_checks;
    task.strategy = options.strategy.empty() ? std::string(strategies()[0].name) : options.strategy;
    task.objective = options.objective;
    task.audit = options.audit;
    task.transfer = options.transfer;
    task.resume = options.resume;
    task.forced = options.forced;
    if (options.where) task.where = options.where(space);
    task.shard = options.shard;
    task.other_devices.assign(group.begin() + 1, group.end());
    if (options.command) task.command = options.command(space, problem);
    return task;
}

// Results that were measured by the objective come before the others.
std::pair<bool, double> rank_of(const std::pair<Task, TuningResult>& one) {
    const auto& [task, result] = one;
    if (task.objective == Objective::time || result.sustained.finalists.empty())
        return {task.objective != Objective::time, result.best->time.median};
    return {false, *value_of(result.sustained.finalists.front().sustained, task.objective)};
}

}  // namespace

bool uses_other_sizes(const TuneOptions& options) {
    return options.transfer && !options.where && !options.max_evals;
}

std::optional<std::chrono::nanoseconds> longest_search(const TuneOptions& options) {
    if (options.time_limit) return options.time_limit;
    if (options.max_evals) return std::nullopt;
    return default_time;
}

const std::pair<Task, TuningResult>* ProblemResult::best() const {
    const std::pair<Task, TuningResult>* best = nullptr;
    for (const auto& each : results) {
        if (!each.second.best) continue;
        if (!best || rank_of(each) < rank_of(*best)) best = &each;
    }
    return best;
}

ProblemTasks tasks_for(const TuneOptions& options, const DeviceGroup& group,
                       const std::vector<Space>& spaces, const Problem& problem) {
    ProblemTasks planned;
    for (const Space& space : spaces) {
        if (const auto why = unmet_requirement(space, group.front(), problem))
            planned.skipped.emplace_back(space.name, *why);
        else
            planned.tasks.push_back(task_for(options, group, space, problem));
    }
    for (Task& task : planned.tasks) set_budget(task, options, planned.tasks.size());
    return planned;
}

ProblemResult tune_problem(const TuneOptions& options, const DeviceGroup& group,
                           const std::vector<Space>& spaces, const Problem& problem,
                           const Campaign& campaign, LossEstimate* known) {
    ProblemTasks planned = tasks_for(options, group, spaces, problem);
    ProblemResult tuned{group.front().device, problem, {}, std::move(planned.skipped)};
    RaceOptions race_options{.limit = longest_search(options),
                             .ends_in_time = options.time_limit.has_value()};
    if (planned.tasks.size() > 1 && uses_other_sizes(options)) {
        std::optional<LossEstimate> read_now;
        LossEstimate& now = known ? *known : read_now.emplace(campaign.store);
        race_options.far_behind = now.far_behind(name_asked_for(spaces), tuned.device, problem);
    }
    for (const Task& task : planned.tasks) tuned.not_begun.push_back(task.setup.space.name);
    tuned.results = race(std::move(planned.tasks), race_options, campaign);
    for (const auto& [task, result] : tuned.results)
        std::erase(tuned.not_begun, task.setup.space.name);
    return tuned;
}

std::vector<ProblemResult> tune_groups(
    const std::vector<LocalDevice>& devices,
    const std::function<std::vector<ProblemResult>(const DeviceGroup&)>& tune_group) {
    std::vector<ProblemResult> all;
    for (const auto& batch : schedule_groups(group_equal_devices(devices))) {
        const auto policy = batch.size() > 1 ? std::launch::async : std::launch::deferred;
        std::vector<std::future<std::vector<ProblemResult>>> side_by_side;
        for (const DeviceGroup& group : batch)
            side_by_side.push_back(std::async(policy, [&] { return tune_group(group); }));
        for (auto& one : side_by_side)
            for (ProblemResult& tuned : one.get()) all.push_back(std::move(tuned));
    }
    return all;
}

}  // namespace hone
