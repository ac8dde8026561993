// SPDX-License-Identifier: MIT
// The aggregate score of a strategy that the autotuning community publishes: the improvement over
// random search, as a fraction of random search's remaining distance to the optimum.
#pragma once

#include "tuner/replay/replay.hpp"

namespace hone {

/// The range of the published methodology: the trials, and the seconds, after which random search
/// is expected to have covered 1 % and 95 % of the distance from the median to the optimum.
struct Cutoff {
    std::size_t first = 1, last = 1;
    double first_seconds = 0, last_seconds = 0;
};
Cutoff cutoff_of(const RecordedSpace& recorded);

/// The fraction of random search's remaining distance to the optimum that a strategy gains,
/// averaged between the cut-offs: 0 is random search, 1 is the optimum at once. The average is over
/// time if costs are recorded, else over trials.
double score(const RecordedSpace& recorded, const std::vector<ReplayResult>& all);

}  // namespace hone
