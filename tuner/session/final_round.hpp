// SPDX-License-Identifier: MIT
// The end of a run. The best configs must be right on ragged sizes too; those that are get timed
// side by side; those that cannot be told apart are a tie, and the simplest of a tie wins.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <vector>

#include "tuner/session/evaluator.hpp"

namespace hone {

struct Choice {
    std::optional<Trial> best;
    std::vector<Trial> tied;  // with the best, itself not included
};

/// Chooses among the trials of a run, and adds finalists and size checks to the store. Nothing once
/// it is to stop: half a choice would be none.
Choice choose_best(Evaluator& evaluator, Store& store, const Run& run, const BenchSetup& setup,
                   const std::map<Config, Trial>& trials, const std::atomic<bool>& stop);

/// Whether a is simpler than b: less local memory, then fewer registers, then a smaller work-group.
bool simpler(const Trial& a, const Trial& b);

}  // namespace hone
