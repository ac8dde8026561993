// SPDX-License-Identifier: MIT
// Measures what an application loses at sizes that nobody tuned: the campaign of `hone regret`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tuner/campaigns/cross_timing.hpp"
#include "tuner/campaigns/tune_problem.hpp"

namespace hone {

struct RegretOptions {
    TuneOptions tune = {};   // of each size
    std::string what = {};   // what the application asks for: a routine or a kernel
    std::size_t count = 20;  // sizes to draw
    CommandText command = {};
};

/// One drawn size: the config that an application gets, and its time beside that of the size's own
/// best.
struct SizeRegret {
    Problem problem;
    std::string match;     // of the answer
    std::string answered;  // the kernel and its config; where there is none, the reason
    double answered_ns = 0, best_ns = 0;
    std::size_t tried = 0;  // configs by the search at this size

    bool known() const { return answered_ns > 0 && best_ns > 0; }
    /// How much slower the answer is than what the search found: 0.1 for 10 %; below 0 where it is faster.
    double loss() const { return answered_ns / best_ns - 1; }
    /// The answer itself where that is faster than what the search found.
    double own_best_ns() const { return std::min(answered_ns, best_ns); }
    /// What it reaches of the speed of the size's best, which is the answer itself where that is faster.
    double share_of_best() const { return own_best_ns() / answered_ns; }
    /// So few configs that the size's own best is hardly known.
    bool was_hardly_searched() const {
        constexpr std::size_t few = 10;
        return tried < few;
    }
};

/// Draws sizes between the tuned ones. For each it asks what an application would get from the
/// store as it is at the beginning, tunes the size, and times both. Where the answer is faster than
/// what the search found, it is the best from then on.
std::vector<SizeRegret> check_regret(const RegretOptions& options, const LocalDevice& device,
                                     const std::vector<Space>& spaces, const CrossTimings& tuned,
                                     const Campaign& campaign,
                                     const std::function<void(const SizeRegret&)>& on_size);

}  // namespace hone
