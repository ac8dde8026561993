// SPDX-License-Identifier: MIT
// The final round of a race between kernels. Each kernel had its own final round at another moment,
// and times of different moments are not comparable. So the best of each kernel that may be the
// fastest is timed again, alternately. For other objectives, the measurements under sustained load
// are repeated in the same way.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tuner/campaigns/campaign.hpp"

namespace hone {

/// A kernel's search of a problem and its result.
using KernelResult = std::pair<Task, TuningResult>;

/// Returns the kernels whose best is within 10 % of the fastest, or not distinguishable from it.
/// Empty if that is only one kernel.
std::vector<KernelResult*> kernels_within_reach(std::span<KernelResult* const> results);

/// Returns the kernels whose lowest objective is within 10 % of the lowest of all. Empty if that is
/// only one kernel.
std::vector<KernelResult*> kernels_within_reach_sustained(std::span<KernelResult* const> results);

/// Times the bests of these kernels alternately, each in its own worker. Each time is stored as
/// that of a finalist, and replaces the time of the result's best. Changes nothing if fewer than
/// two kernels can be timed before the end.
void compare_kernels(std::span<KernelResult* const> kernels, const Campaign& campaign,
                     std::optional<Deadline> end);

/// Measures under sustained load the config of each kernel with the lowest objective, once in each
/// order. These figures replace the earlier ones. If another config of a kernel then has the lowest
/// objective, it is measured, too. Changes nothing if one of the configs cannot be measured.
void compare_sustained(std::span<KernelResult* const> kernels, const Campaign& campaign,
                       std::optional<Deadline> end);

}  // namespace hone
