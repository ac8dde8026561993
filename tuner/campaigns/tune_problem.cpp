// SPDX-License-Identifier: MIT
// From options to tasks, and from tasks to results.
#include "tuner/campaigns/tune_problem.hpp"

#include <algorithm>
#include <future>

#include "tuner/cluster/cluster.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/session/kernel_selection.hpp"

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
    task.strategy = options.strategy.empty() ? std::string(strategies()[0].name) : options.strategy;
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

// A device that differs from the others of its kind does not reuse their trials.
Task alone(Task task, const LocalDevice& device) {
    task.setup.device = device;
    task.other_devices.clear();
    task.resume = false;
    return task;
}

TuningResult run_task(const Task& task, const Campaign& campaign, ProblemResult& tuned) {
    const auto on_progress = [&](const Progress& progress) {
        campaign.on_progress(task, progress);
    };
    TuningResult result = tune(task, campaign.store, on_progress, campaign.stop);
    tuned.results.emplace_back(task, result);
    return result;
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
                           const Campaign& campaign) {
    ProblemTasks planned = tasks_for(options, group, spaces, problem);
    ProblemResult tuned{group.front().device, problem, {}, std::move(planned.skipped)};
    double incumbent_ns = 0;
    for (Task& task : planned.tasks) {
        task.incumbent_ns = incumbent_ns;
        const TuningResult result = run_task(task, campaign, tuned);
        if (result.best && (incumbent_ns == 0 || result.best->time.high < incumbent_ns))
            incumbent_ns = result.best->time.high;
        for (const LocalDevice& excluded_device : result.excluded)
            if (!campaign.stop) run_task(alone(task, excluded_device), campaign, tuned);
        if (campaign.stop) break;
    }
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
