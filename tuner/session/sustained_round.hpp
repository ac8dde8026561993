// SPDX-License-Identifier: MIT
// The round after the finals for objectives other than the time after idle periods. It measures
// more of the fastest configs under sustained load, one after the other, and ranks them by the
// objective. The store calls these measurements steady timings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/session/final_round.hpp"

namespace hone {

/// A config measured under sustained load, and its trial.
struct SustainedFinalist {
    Trial trial;
    SustainedTiming sustained;
};

/// Sorted by the objective, the lowest first. If empty, `fault` gives the reason.
struct SustainedRanking {
    std::vector<SustainedFinalist> finalists = {};
    std::string fault = {};
};

/// Measures a config under sustained load; stores nothing. Returns nullopt if it failed or the
/// device does not report the objective; `fault` then has the reason.
std::optional<SustainedTiming> measure_objective(Evaluator& evaluator, const Config& config,
                                                 Objective objective, std::string& fault);

/// Combines two measurements of one config.
SustainedTiming joined(const SustainedTiming& a, const SustainedTiming& b);

/// Measures and stores the configs. Those near the lowest objective are measured twice. `finals`
/// are the trials of the final round; they replace the search's trials of their configs. Ends early
/// once `stop` is set or the time is over.
SustainedRanking rank_sustained(Evaluator& evaluator, Objective objective,
                                const FinalCandidates& candidates, const std::vector<Trial>& finals,
                                const std::atomic<bool>& stop);

}  // namespace hone
