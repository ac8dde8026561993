// SPDX-License-Identifier: MIT
// Tunes one problem with every kernel that can run it: the campaign of `hone tune`, of the check of
// regret, and of applications that tune at first use.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/planning/loss_estimate.hpp"

namespace hone {

/// How a problem is tuned. The limits are for all kernels together; without any of them the search
/// ends when little gain is expected, after 5 minutes at most.
struct TuneOptions {
    MeasureOptions measure = {};
    std::string strategy = {};  // empty: the default one
    Objective objective = Objective::time;
    std::optional<std::size_t> max_evals = {};
    std::optional<std::chrono::nanoseconds> time_limit = {};
    std::optional<double> target = {};  // as in Task, as those that follow
    std::size_t audit = 0;
    bool transfer = true;
    bool resume = true;
    bool forced = false;
    std::function<std::vector<Constraint>(const Space&)> where = {};  // additional constraints
    Shard shard = {};
    CommandText command = {};
};

/// Whether what is known of other sizes decides what is tried: not where only a part of the configs is wanted.
bool uses_other_sizes(const TuneOptions& options);

/// The most that the search of a problem takes; nothing where the number of configs alone is
/// limited.
std::optional<std::chrono::nanoseconds> longest_search(const TuneOptions& options);

/// The sessions that a problem takes, and why other kernels cannot run it.
struct ProblemTasks {
    std::vector<Task> tasks = {};                                   // one for each kernel
    std::vector<std::pair<std::string, std::string>> skipped = {};  // kernels, and why
};

/// The results of one problem on one device: one for each kernel that can run it.
struct ProblemResult {
    Device device;
    Problem problem;
    std::vector<std::pair<Task, TuningResult>> results = {};
    std::vector<std::pair<std::string, std::string>> skipped = {};  // kernels, and why
    std::vector<std::string> not_begun = {};                        // kernels that had no turn

    /// The result with the least best by the objective, or nullptr when there is none.
    const std::pair<Task, TuningResult>* best() const;
};

/// Devices of one kind, which share the work.
using DeviceGroup = std::vector<LocalDevice>;

/// What tune_problem would do. The devices of the group share each task.
ProblemTasks tasks_for(const TuneOptions& options, const DeviceGroup& group,
                       const std::vector<Space>& spaces, const Problem& problem);

/// Tunes each kernel that can run the problem; later kernels have to beat the earlier ones. Those that were far
/// behind at several other sizes have a short turn each; `known` is what the store holds, where that was read
/// already. A device that differs too much from the others of its group is tuned alone afterwards.
ProblemResult tune_problem(const TuneOptions& options, const DeviceGroup& group,
                           const std::vector<Space>& spaces, const Problem& problem,
                           const Campaign& campaign, LossEstimate* known = nullptr);

/// Tunes groups of equal devices at the same time, where they do not disturb each other's times.
std::vector<ProblemResult> tune_groups(
    const std::vector<LocalDevice>& devices,
    const std::function<std::vector<ProblemResult>(const DeviceGroup&)>& tune_group);

}  // namespace hone
