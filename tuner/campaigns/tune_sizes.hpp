// SPDX-License-Identifier: MIT
// Tunes sizes of a range, each chosen after the previous ones are tuned: the campaign of `hone tune
// gemm --sizes 64..4096:12`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/planning/size_plan.hpp"

namespace hone {

struct TuneSizesOptions {
    TuneOptions tune = {};  // for each size
    SizesWanted sizes = {};
};

/// The work that a campaign is about to do.
struct SizesBudget {
    std::size_t wanted = 0, tuned = 0;  // sizes in total, and those that are already tuned
    std::optional<std::chrono::nanoseconds> each = {};  // the limit for one size
    bool deeper = false;                                // all are tuned: each is searched further

    std::size_t left() const { return deeper ? wanted : wanted - tuned; }
};

/// Tunes the remaining sizes of a range. Sizes that were tuned before count. If the options disable
/// resuming, these are tuned again, before others. If all sizes are tuned, each is searched further.
std::vector<ProblemResult> tune_sizes(const TuneSizesOptions& options, const DeviceGroup& group,
                                      const std::vector<Space>& spaces, const Campaign& campaign,
                                      const std::function<void(const SizesBudget&)>& on_plan);

}  // namespace hone
