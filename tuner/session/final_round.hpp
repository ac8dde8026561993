// SPDX-License-Identifier: MIT
// The final round of a run. The best configs must be right on ragged sizes too; those that are get
// timed interleaved; configs with overlapping intervals tie, and the simplest of a tie wins.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <vector>

#include "tuner/session/evaluator.hpp"

namespace hone {

struct FinalRanking {
    std::optional<Trial> best;
    std::vector<Trial> tied;  // with the best, without itself
};

/// Ranks the trials of a run, and stores finalists and size checks. Returns nothing once `stop` is
/// set.
FinalRanking rank_finalists(Evaluator& evaluator, Store& store, const Run& run,
                            const BenchSetup& setup, const std::map<Config, Trial>& trials,
                            const std::atomic<bool>& stop);

/// Whether a is simpler than b: less local memory, then fewer registers, then a smaller work-group.
bool simpler(const Trial& a, const Trial& b);

}  // namespace hone
