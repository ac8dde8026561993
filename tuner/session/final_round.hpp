// SPDX-License-Identifier: MIT
// The final round of a run. The best configs must be right on ragged sizes too; those that are get
// timed interleaved, beside the kernel's defaults. Where the winner is slower than another config
// was in the search, that one is timed, too. The simplest of those that cannot be told apart wins.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "tuner/evaluation/evaluator.hpp"

namespace hone {

struct FinalRanking {
    std::optional<Trial> best;
    std::vector<Trial> tied;    // with the best, without itself
    std::vector<Trial> finals;  // all that were timed
};

/// What the final round chooses from.
struct Contenders {
    const std::map<Config, Trial>& fastest;  // the fastest trial of each config
    std::optional<Config> always_timed;      // however slow: the defaults, or the best so far
    std::function<bool()> is_late = {};      // whether no further one is admitted
    double other_kernel_ns = 0;              // a time that another kernel has reached
};

/// Ranks the contenders, and stores finalists and size checks. Returns nothing once `stop` is set,
/// or when the time of the bench ends before all were timed once.
FinalRanking rank_finalists(Evaluator& evaluator, Store& store, const Run& run,
                            const Contenders& contenders, const std::atomic<bool>& stop);

/// What a run of it takes: the median, or the mean where the time jumps, since the median of such
/// times is that of one half of them.
double expected_time(const Trial& trial);

/// Whether the two are equally fast as far as one can tell: their intervals overlap, and their
/// times differ by 1 % at most.
bool equally_fast(const Trial& a, const Trial& b);

/// Whether a is simpler than b: less local memory, then fewer registers, then a smaller work-group.
bool simpler(const Trial& a, const Trial& b);

}  // namespace hone
