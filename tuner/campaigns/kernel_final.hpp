// SPDX-License-Identifier: MIT
// The final round of a race between kernels. Each kernel had a final round of its own, at another
// moment, and times of different moments cannot be compared: the best of each kernel that may be
// the fastest is timed again, by turns. Where the objective is another one, so is what was measured
// under steady load.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tuner/campaigns/campaign.hpp"

namespace hone {

/// One kernel's search of a problem and what it came to.
using KernelResult = std::pair<Task, TuningResult>;

/// Those whose best is within 10 % of the fastest, or cannot be told from it. Empty where that is
/// one alone.
std::vector<KernelResult*> kernels_within_reach(std::span<KernelResult* const> results);

/// Those whose least by the objective is within 10 % of the least of all; as above.
std::vector<KernelResult*> kernels_within_reach_under_load(std::span<KernelResult* const> results);

/// Times the bests of these kernels by turns, each in a worker of its own. Each time is stored as
/// that of a finalist, and is that of the result's best from then on. Changes nothing where fewer
/// than two of them can be timed before the end.
void compare_kernels(std::span<KernelResult* const> kernels, const Campaign& campaign,
                     std::optional<Deadline> end);

/// Holds the least of each of these kernels under steady load, in one order and in the other. These
/// figures take the place of the earlier ones; where another config is then the least of its kernel,
/// it is held, too. Changes nothing where one of them cannot be held.
void compare_under_load(std::span<KernelResult* const> kernels, const Campaign& campaign,
                        std::optional<Deadline> end);

}  // namespace hone
