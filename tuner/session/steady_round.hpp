// SPDX-License-Identifier: MIT
// The round that follows the finals where the objective is not the time after pauses: more of the
// fastest configs are held under steady load, one after the other, and ranked by the objective.
#pragma once

#include <string>
#include <vector>

#include "tuner/session/final_round.hpp"

namespace hone {

/// A config that was measured under steady load, with the trial that it belongs to.
struct SteadyFinalist {
    Trial trial;
    SteadyTiming steady;
};

/// The least first; or why there is none.
struct SteadyRanking {
    std::vector<SteadyFinalist> finalists = {};
    std::string fault = {};
};

constexpr double load_seconds = 2;  // of each measurement

/// Two measurements of one config as one.
SteadyTiming joined(const SteadyTiming& a, const SteadyTiming& b);

/// Measures and stores them. Those that come near the least are measured twice. `finals` are the
/// trials of the final round, which count for their configs. Ends early once `stop` is set or it is
/// late.
SteadyRanking rank_under_load(Evaluator& evaluator, Store& store, Objective objective,
                              const Contenders& contenders, const std::vector<Trial>& finals,
                              const std::atomic<bool>& stop);

}  // namespace hone
