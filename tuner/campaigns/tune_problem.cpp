// SPDX-License-Identifier: MIT
// From options to tasks, and from tasks to results.
#include "tuner/campaigns/tune_problem.hpp"

#include <algorithm>
#include <future>

#include "tuner/campaigns/kernel_final.hpp"
#include "tuner/campaigns/kernel_race.hpp"
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

// A device that differs from the others of its kind does not reuse their trials.
Task alone(Task task, const LocalDevice& device) {
    task.setup.device = device;
    task.candidates.reset();
    task.other_devices.clear();
    task.resume = false;
    return task;
}

using Clock = std::chrono::steady_clock;

std::int64_t ms_since_1970() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

/// Several kernels compete for one problem and its time.
class Race {
  public:
    Race(const TuneOptions& options, std::vector<Task> kernels, const Campaign& campaign,
         std::vector<std::pair<Task, TuningResult>>& results)
        : limit_(longest_search(options)),
          ends_in_time_(options.time_limit.has_value()),
          kernels_(std::move(kernels)),
          far_behind_(options.far_behind),
          campaign_(campaign),
          results_(results),
          places_(kernels_.size()),
          first_turns_(kernels_.size()) {}

    void run() {
        if (limit_ && kernels_.size() > 1) {
            run_first_turns();
            run_last_turns();
        } else {
            run_one_after_the_other();
        }
        run_final_of_kernels();
    }

  private:
    void run_one_after_the_other() {
        for (std::size_t k = 0; k < kernels_.size() && !campaign_.stop; ++k) {
            if (limit_) begin_turn(k, *limit_, 1);
            tune_kernel(k);
        }
    }

    // Those that may win first, so that the others have to beat them.
    void run_first_turns() {
        std::vector<std::size_t> may_win;
        std::vector<std::size_t> others;
        for (std::size_t k = 0; k < kernels_.size(); ++k)
            (far_behind_.contains(kernels_[k].setup.space.name) ? others : may_win).push_back(k);
        if (may_win.empty()) std::swap(may_win, others);
        for (std::size_t i = 0; i < may_win.size(); ++i) {
            const std::size_t left = may_win.size() - i;
            run_first_turn(may_win[i], first_turn(*limit_, elapsed(), may_win.size(), left), left);
        }
        for (const std::size_t k : others) {
            run_first_turn(k, short_turn(*limit_), kernels_.size());
            first_turns_[k].was_too_short = false;  // enough to know that it is behind
        }
    }

    void run_first_turn(std::size_t k, std::chrono::nanoseconds share, std::size_t left) {
        if (campaign_.stop) return;
        kernels_[k].began = race_began_;
        kernels_[k].has_final_round = false;
        begin_turn(k, share, left);
        tune_kernel(k);
        first_runs_.push_back(results_[*places_[k]].second.run.id);
    }

    // Only then has the search of every kernel come to its end.
    void run_last_turns() {
        const std::vector<std::size_t> going_on = kernels_that_go_on(first_turns_);
        for (std::size_t i = 0; i < going_on.size() && !campaign_.stop; ++i) {
            const std::size_t left = going_on.size() - i;
            kernels_[going_on[i]].has_final_round = true;
            const auto for_turns = *limit_ - for_final(going_on.size());
            begin_turn(going_on[i], last_turn(for_turns, elapsed(), left), left);
            tune_kernel(going_on[i]);
        }
        if (campaign_.stop) return;
        for (const std::string& run : first_runs_) campaign_.store.end(run, State::finished);
    }

    // What those that are near the fastest need to be timed by turns.
    std::chrono::nanoseconds for_final(std::size_t kernels) const {
        constexpr int share = 16;
        constexpr std::chrono::nanoseconds longest = std::chrono::seconds(4);
        return kernels > 1 ? std::min(*limit_ / share, longest) : std::chrono::nanoseconds(0);
    }

    void run_final_of_kernels() {
        if (campaign_.stop) return;
        std::vector<KernelResult*> own;
        for (const auto& place : places_)
            if (place) own.push_back(&results_[*place]);
        std::optional<Deadline> end;
        if (ends_in_time_) end = began_ + *limit_ + grace();
        if (const auto near = kernels_within_reach(own); !near.empty()) {
            report_final(*near.front(), "measuring the best of each kernel");
            compare_kernels(near, campaign_, end);
        }
        if (const auto near = kernels_within_reach_under_load(own); !near.empty()) {
            report_final(*near.front(), "measuring each kernel under steady load");
            compare_under_load(near, campaign_, end);
        }
    }

    void report_final(const KernelResult& fastest, const std::string& phase) {
        Progress progress;
        progress.tried = fastest.second.tried;
        progress.best = fastest.second.best;
        progress.phase = phase;
        progress.elapsed = elapsed();
        progress.limit = limit_;
        campaign_.on_progress(fastest.first, progress);
    }

    std::chrono::nanoseconds elapsed() const { return Clock::now() - began_; }

    // What has begun when the time is over may go on a little: five seconds, or a third. While nothing
    // is known at all it may go on for longer: on a first run the reference is compiled, too.
    void begin_turn(std::size_t k, std::chrono::nanoseconds share, std::size_t left) {
        Task& kernel = kernels_[k];
        const std::chrono::seconds for_first_result(incumbent_ns_ > 0 ? 0 : 20);
        kernel.time_limit = share;
        if (!ends_in_time_) return;
        kernel.timeouts.for_first_result = for_first_result;
        kernel.timeouts.end =
            Clock::now() + for_first_result + share + grace() / static_cast<std::int64_t>(left);
    }

    std::chrono::nanoseconds grace() const {
        return std::max<std::chrono::nanoseconds>(std::chrono::seconds(5), *limit_ / 3);
    }

    // A later turn's result takes the place of the earlier one's.
    void tune_kernel(std::size_t k) {
        const bool is_clblast = !kernels_[k].setup.space.check;
        kernels_[k].candidates = candidates_of(kernels_[k]);
        kernels_[k].incumbent_ns = incumbent_ns_;
        if (is_clblast) kernels_[k].reference = reference_;
        const TuningResult result = run_task(kernels_[k], places_[k]);
        if (is_clblast && result.reference) reference_ = result.reference;
        first_turns_[k].was_too_short = result.was_too_short;
        if (result.best) {
            first_turns_[k].best_ns = result.best->time.median;
            if (incumbent_ns_ == 0 || result.best->time.high < incumbent_ns_)
                incumbent_ns_ = result.best->time.high;
        }
        if (!kernels_[k].has_final_round) return;
        for (const LocalDevice& excluded : result.excluded) {
            if (campaign_.stop) return;
            if (limit_) begin_turn(k, *kernels_[k].time_limit, 1);  // a share of its own
            std::optional<std::size_t> place;
            run_task(alone(kernels_[k], excluded), place);
        }
    }

    TuningResult run_task(const Task& task, std::optional<std::size_t>& place) {
        const auto on_progress = [&](const Progress& progress) {
            campaign_.on_progress(task, progress);
        };
        TuningResult result = tune(task, campaign_.store, on_progress, campaign_.stop);
        if (!place) {
            place = results_.size();
            results_.emplace_back(task, result);
        } else {
            results_[*place] = {task, result};
        }
        return result;
    }

    std::optional<std::chrono::nanoseconds> limit_;  // of all kernels together
    bool ends_in_time_;                              // whether what goes on too long is cut off
    std::vector<Task> kernels_;
    const std::set<std::string>& far_behind_;
    const Campaign& campaign_;
    std::vector<std::pair<Task, TuningResult>>& results_;
    std::vector<std::optional<std::size_t>> places_;  // of each kernel among the results
    std::vector<FirstTurn> first_turns_;              // of each kernel
    std::vector<std::string> first_runs_;             // of each kernel
    double incumbent_ns_ = 0;
    std::optional<ReferenceTiming> reference_;  // of CLBlast for this problem
    Clock::time_point began_ = Clock::now();
    std::int64_t race_began_ = ms_since_1970();
};

// What was measured by the objective comes before what was not.
std::pair<bool, double> rank_of(const std::pair<Task, TuningResult>& one) {
    const auto& [task, result] = one;
    if (task.objective == Objective::time || result.steady.finalists.empty())
        return {task.objective != Objective::time, result.best->time.median};
    return {false, *value_of(result.steady.finalists.front().steady, task.objective)};
}

}  // namespace

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
                           const Campaign& campaign) {
    ProblemTasks planned = tasks_for(options, group, spaces, problem);
    ProblemResult tuned{group.front().device, problem, {}, std::move(planned.skipped)};
    Race(options, std::move(planned.tasks), campaign, tuned.results).run();
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
