// SPDX-License-Identifier: MIT
// The aggregate score that the tuning community publishes of a strategy: how much of what random
// search leaves it gains, on the way that random search takes to come close to the optimum.
#pragma once

#include "tuner/replay/replay.hpp"

namespace hone {

/// Where the published methodology begins and ends to look: the trials, and the seconds, after
/// which random search is expected to have come 1 % and 95 % of the way from the median to the
/// optimum.
struct Cutoff {
    std::size_t first = 1, last = 1;
    double first_seconds = 0, last_seconds = 0;
};
Cutoff cutoff_of(const Recorded& recorded);

/// How much of what random search leaves a strategy gains, averaged from the first to the last
/// cut-off: 0 is random search, 1 the optimum at once. Over time where costs are recorded, else
/// over trials.
double score(const Recorded& recorded, const std::vector<Replayed>& all);

}  // namespace hone
