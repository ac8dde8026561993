// SPDX-License-Identifier: MIT
// Times configs that are fast at some sizes at the other sizes. Searches know only earlier sizes;
// more cross timings improve the estimate at sizes between.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/planning/loss_estimate.hpp"

namespace hone {

struct UntimedOptions {
    MeasureOptions measure = {};
    CommandText command = {};
    std::function<bool()> is_over = [] { return false; };  // whether time is over; thread-safe
    std::function<std::optional<std::chrono::nanoseconds>()> left = [] { return std::nullopt; };
};

/// Returns the next problem by the current results; nullopt if none is left.
using NextProblem = std::function<std::optional<Problem>(LossEstimate&)>;

/// For each problem, times the configs that may be about as fast as its best, by the estimate that
/// answers applications. These are configs of other sizes, and their neighbors if the problem was
/// not searched. If a config is not a candidate there, its nearest candidate replaces it. A config
/// that is faster than the best becomes the best.
void time_untimed(const UntimedOptions& options, const LocalDevice& device,
                  const std::vector<Space>& spaces, const NextProblem& next,
                  const Campaign& campaign);

}  // namespace hone
