// SPDX-License-Identifier: MIT
// The quality of a strategy on a recorded space: the fraction of the optimum after a number of
// trials or seconds, over many repeats.
#pragma once

#include "tuner/replay/recorded_space.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// One repeat: the best time (infinite before the first) and the cost after each trial.
struct ReplayResult {
    std::vector<double> best;
    std::vector<double> seconds;
    // The strategy's probability of a gain of another percent after each trial; nullopt if it gave
    // none.
    std::vector<std::optional<double>> chances;
    // The share of the optimum that was surely reached after each trial; 0 if the strategy stated
    // none.
    std::vector<double> sure_shares;
    double strategy_seconds = 0;            // the strategy's own CPU time, with its predictions
    std::optional<std::size_t> would_stop;  // the trial after which the search had converged
};

/// The recording and the strategy. `transfer` holds trials of other recordings that the strategy
/// may use.
struct ReplaySpec {
    const RecordedSpace& recorded;
    std::vector<TransferTrials> transfer;
    std::string strategy;
    std::size_t budget = 200;
};

/// One repeat; deterministic for a seed.
ReplayResult replay(const ReplaySpec& spec, std::uint64_t seed);
/// Repeats with consecutive seeds from `seed`, on all cores.
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
