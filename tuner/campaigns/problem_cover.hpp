// SPDX-License-Identifier: MIT
// Finds few configs for many sizes: the campaign of `hone cover`.
#pragma once

#include <string>
#include <vector>

#include "tuner/campaigns/cross_timing.hpp"

namespace hone {

struct CoverOptions {
    MeasureOptions measure = {};
    double within = 0.05;  // how much slower than its own best a problem may be
    std::size_t most_configs = 6;
    CommandText command = {};
};

/// The matrix of times, and the chosen set of configs.
struct CoverResult {
    CrossTimings tuned;
    TimeMatrix times;
    ConfigCover cover;
};

/// Times the tuned configs on all tuned problems and stores the smallest set in which each problem
/// has a config that is fast enough. If the campaign is stopped, it chooses and stores nothing.
CoverResult cover_problems(const CoverOptions& options, const std::vector<Space>& spaces,
                           const CrossTimings& tuned, const Campaign& campaign);

}  // namespace hone
