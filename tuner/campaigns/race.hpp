// SPDX-License-Identifier: MIT
// Several kernels compete for one problem and its time: first all of them search, then those that are near the
// fastest go on, and at last their bests are timed by turns.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/campaigns/kernel_final.hpp"

namespace hone {

struct RaceOptions {
    /// Of all kernels together. Nothing: each has the limits of its task.
    std::optional<std::chrono::nanoseconds> limit = {};
    bool ends_in_time = false;              // what goes on too long is cut off
    std::set<std::string> far_behind = {};  // kernels that have a short turn each
};

/// One result for each kernel that was begun. A device that differs too much from the others of its kind is tuned
/// alone afterwards, which is a result of its own.
std::vector<KernelResult> race(std::vector<Task> kernels, const RaceOptions& options,
                               const Campaign& campaign);

}  // namespace hone
