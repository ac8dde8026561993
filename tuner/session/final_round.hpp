// SPDX-License-Identifier: MIT
// The final round of a run. The best configs are checked on ragged sizes, too. Those that pass are
// timed interleaved, together with the kernel's default config. If another config was faster in the
// search than the winner is now, it is timed, too. Of the configs that are equally fast, the
// simplest wins.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <vector>

#include "tuner/evaluation/evaluator.hpp"
#include "tuner/session/session_time.hpp"

namespace hone {

/// If a ranking makes other configs finalists, these are timed, too; at most so many sets in all.
constexpr int max_finalist_sets = 3;

struct FinalRanking {
    std::optional<Trial> best;
    std::vector<Trial> tied;    // as fast as the best, which is not among them
    std::vector<Trial> finals;  // all configs that were timed
};

/// The configs among which the final round chooses.
struct FinalCandidates {
    const std::map<Config, Trial>& fastest;  // the fastest trial of each config
    std::optional<Config> always_timed;      // however slow: the defaults, or the best so far
    SessionTime time{std::nullopt, false};   // once it is over, no further config is admitted
    double other_kernel_ns = 0;              // a time that another kernel has reached
};

/// Ranks the candidates, and stores finalists and size checks. Returns an empty ranking once `stop`
/// is set, or if the bench's time ends before every finalist was timed once.
FinalRanking rank_finalists(Evaluator& evaluator, const FinalCandidates& candidates,
                            const std::atomic<bool>& stop);

/// The expected time of a run: the median. If the samples vary widely it is the mean, since the
/// median of two groups of times lies in only one of them.
double expected_time(const Trial& trial);

/// Whether the two cannot be distinguished: their intervals overlap, and their times differ by at
/// most 1 %.
bool equally_fast(const Trial& a, const Trial& b);

/// Whether a is simpler than b: less local memory, then fewer registers, then a smaller work-group.
bool simpler(const Trial& a, const Trial& b);

}  // namespace hone
