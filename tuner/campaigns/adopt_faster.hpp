// SPDX-License-Identifier: MIT
// What any campaign measured faster is the best from then on: it and the stored best are timed
// interleaved, as finalists are, and the fastest is chosen.
#pragma once

#include "tuner/session/final_round.hpp"

namespace hone {

/// Where a config that the run measured is faster than the stored best of its key, and correct on
/// ragged sizes too, holds a final round. Returns the config that was chosen; nothing where none
/// was faster.
std::optional<Trial> adopt_faster(Evaluator& evaluator, Store& store, const Run& run,
                                  const BenchSetup& setup, const std::atomic<bool>& stop);

}  // namespace hone
