// SPDX-License-Identifier: MIT
// Tunes one problem with every kernel that can run it. `hone tune`, the regret check and
// applications that tune at first use call it.
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

/// The options for tuning a problem. The limits apply to all kernels together. Without limits the
/// search ends when little gain is expected, after 5 minutes at most.
struct TuneOptions {
    MeasureOptions measure = {};
    std::string strategy = {};  // empty: the default strategy
    Objective objective = Objective::time;
    std::optional<std::size_t> max_evals = {};
    std::optional<std::chrono::nanoseconds> time_limit = {};
    std::optional<double> target = {};  // this and the next ones: as in Task
    std::size_t audit = 0;
    bool transfer = true;
    bool resume = true;
    bool forced = false;
    std::function<std::vector<Constraint>(const Space&)> where = {};  // additional constraints
    Shard shard = {};
    CommandText command = {};
};

/// Whether results of other sizes decide which configs are tried. They do not if only a part of the
/// configs is wanted.
bool uses_other_sizes(const TuneOptions& options);

/// The longest time for the search of a problem; nullopt if only the number of configs is limited.
std::optional<std::chrono::nanoseconds> longest_search(const TuneOptions& options);

/// The sessions of a problem, and the kernels that cannot run it, with the reasons.
struct ProblemTasks {
    std::vector<Task> tasks = {};                                   // one for each kernel
    std::vector<std::pair<std::string, std::string>> skipped = {};  // kernels, with the reasons
};

/// The results of one problem on one device: one for each kernel that can run it.
struct ProblemResult {
    Device device;
    Problem problem;
    std::vector<std::pair<Task, TuningResult>> results = {};
    std::vector<std::pair<std::string, std::string>> skipped = {};  // kernels, with the reasons
    std::vector<std::string> not_begun = {};                        // kernels that had no turn

    /// The result whose best has the lowest objective, or nullptr if there is none.
    const std::pair<Task, TuningResult>* best() const;
};

/// Devices of the same kind, which share the work.
using DeviceGroup = std::vector<LocalDevice>;

/// The tasks that tune_problem would run. The devices of the group share each task.
ProblemTasks tasks_for(const TuneOptions& options, const DeviceGroup& group,
                       const std::vector<Space>& spaces, const Problem& problem);

/// Tunes each kernel that can run the problem; later kernels have to beat the earlier ones. Kernels
/// that were much slower at several other sizes get only a short turn. `known` is the store's
/// content, if it was already read. A device that differs too much from the others of its group is
/// tuned alone afterwards.
ProblemResult tune_problem(const TuneOptions& options, const DeviceGroup& group,
                           const std::vector<Space>& spaces, const Problem& problem,
                           const Campaign& campaign, LossEstimate* known = nullptr);

/// Tunes groups of equal devices in parallel, if they do not disturb each other's times.
std::vector<ProblemResult> tune_groups(
    const std::vector<LocalDevice>& devices,
    const std::function<std::vector<ProblemResult>(const DeviceGroup&)>& tune_group);

}  // namespace hone
