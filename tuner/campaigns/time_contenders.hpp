// SPDX-License-Identifier: MIT
// Times at one size what was fast at others. A search learns from the sizes that were tuned before it;
// what later ones found is not known there, and answers for sizes in between are the better the more
// sizes a config was timed at.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/planning/loss_estimate.hpp"

namespace hone {

struct ContenderOptions {
    MeasureOptions measure = {};
    CommandText command = {};
    std::function<bool()> is_over = [] { return false; };  // the time for it; any thread may ask
    std::function<std::optional<std::chrono::nanoseconds>()> left = [] { return std::nullopt; };
};

/// The problem that comes next, by what is stored now; nothing where none is left.
using NextProblem = std::function<std::optional<Problem>(LossEstimate&)>;

/// For each problem the configs are timed that may be about as fast as its best there, by the estimate
/// that answers applications: those of other sizes, and neighbors of them where no search was; of a config
/// that is no candidate there what stands for it. What is faster than the best is the best from then on.
void time_contenders(const ContenderOptions& options, const LocalDevice& device,
                     const std::vector<Space>& spaces, const NextProblem& next,
                     const Campaign& campaign);

}  // namespace hone
