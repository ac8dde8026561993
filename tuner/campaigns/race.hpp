// SPDX-License-Identifier: MIT
// Several kernels compete for one problem and its time. First all of them search. Then those that
// are near the fastest continue, and finally their bests are timed alternately.
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
    /// The limit for all kernels together. Without it, each kernel has the limits of its task.
    std::optional<std::chrono::nanoseconds> limit = {};
    bool ends_in_time = false;              // whether work that takes too long is cancelled
    std::set<std::string> far_behind = {};  // kernels that get only a short turn
};

/// Returns one result for each kernel that was started. A device that differs too much from the
/// others of its kind is tuned alone afterwards, with a separate result.
std::vector<KernelResult> race(std::vector<Task> kernels, const RaceOptions& options,
                               const Campaign& campaign);

}  // namespace hone
