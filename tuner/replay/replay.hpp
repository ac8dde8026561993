// SPDX-License-Identifier: MIT
// How well a strategy does on a recorded space: the share of the optimum after so many trials, or
// so many seconds, over many repeats.
#pragma once

#include "tuner/replay/recorded_space.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// One repeat: after each trial, the best time so far (infinite before the first), and what it had
/// cost.
struct Replayed {
    std::vector<double> best;
    std::vector<double> seconds;
    double own_seconds = 0;  // that the strategy took for itself, to say when to stop counted in
    std::optional<std::size_t> would_stop;  // the trial after which little was left to gain
};

/// What is replayed. `elsewhere` is what the strategy knows of other recordings.
struct Replay {
    const Recorded& recorded;
    std::vector<Elsewhere> elsewhere;
    std::string strategy;
    std::size_t budget = 200;
};

/// One repeat, the same for the same seed.
Replayed replay(const Replay& what, std::uint64_t seed);
/// So many repeats with seeds from `seed` up, on all cores.
std::vector<Replayed> replay(const Replay& what, std::uint64_t seed, std::size_t repeats);

/// Mean and quartiles over repeats.
struct Shares {
    double mean = 0, low = 0, median = 0, high = 0;
};
Shares shares_after(const Recorded& recorded, const std::vector<Replayed>& all, std::size_t trials);
Shares shares_within(const Recorded& recorded, const std::vector<Replayed>& all, double seconds);

}  // namespace hone
