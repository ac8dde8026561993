// SPDX-License-Identifier: MIT
// How well a strategy does on a recorded space: the fraction of the optimum after so many trials,
// or so many seconds, over many repeats.
#pragma once

#include "tuner/replay/recorded_space.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// One repeat: after each trial the best time so far (infinite before the first), and the cost so
/// far.
struct ReplayResult {
    std::vector<double> best;
    std::vector<double> seconds;
    // What the strategy said after each trial: the chance of another percent; nothing where it said
    // nothing.
    std::vector<std::optional<double>> chances;
    double strategy_seconds = 0;  // of the strategy's own computing, what it expects included
    std::optional<std::size_t> would_stop;  // the trial after which the search had converged
};

/// What is replayed. `transfer` holds the trials of other recordings that the strategy may use.
struct ReplaySpec {
    const RecordedSpace& recorded;
    std::vector<TransferTrials> transfer;
    std::string strategy;
    std::size_t budget = 200;
};

/// One repeat, the same for the same seed.
ReplayResult replay(const ReplaySpec& spec, std::uint64_t seed);
/// So many repeats with seeds from `seed` up, on all cores.
std::vector<ReplayResult> replay(const ReplaySpec& spec, std::uint64_t seed, std::size_t repeats);

/// Mean and quartiles over repeats.
struct ShareStats {
    double mean = 0, low = 0, median = 0, high = 0;
};
ShareStats shares_after(const RecordedSpace& recorded, const std::vector<ReplayResult>& all,
                        std::size_t trials);
ShareStats shares_within(const RecordedSpace& recorded, const std::vector<ReplayResult>& all,
                         double seconds);

}  // namespace hone
