// SPDX-License-Identifier: MIT
// Tunes sizes of a range, each chosen when the ones before it are tuned: the campaign of
// `hone tune gemm --sizes 64..4096:12`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/planning/size_plan.hpp"

namespace hone {

struct TuneSizesOptions {
    TuneOptions tune = {};  // of each size
    SizesWanted sizes = {};
};

/// What a campaign is about to do.
struct SizesBudget {
    std::size_t wanted = 0, tuned = 0;  // sizes, and how many of them are tuned already
    std::optional<std::chrono::nanoseconds> each = {};  // for one size at most
    bool deeper = false;                                // all are tuned: each is searched once more

    std::size_t left() const { return deeper ? wanted : wanted - tuned; }
};

/// Tunes the sizes that are left of a range. Sizes of the range that were tuned before count, unless
/// the options say not to resume; where all of them are, each is searched further.
std::vector<ProblemResult> tune_sizes(const TuneSizesOptions& options, const DeviceGroup& group,
                                      const std::vector<Space>& spaces, const Campaign& campaign,
                                      const std::function<void(const SizesBudget&)>& on_plan);

}  // namespace hone
