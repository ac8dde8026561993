// SPDX-License-Identifier: MIT
// Lets any campaign replace the stored best with a faster config: both are timed interleaved, like
// finalists, and the fastest is chosen.
#pragma once

#include "tuner/session/final_round.hpp"

namespace hone {

/// Holds a final round if a config of the run is faster than the stored best of its key, and
/// correct on ragged sizes, too. Returns the chosen config; nullopt if no config was faster.
std::optional<Trial> adopt_faster(Evaluator& evaluator, const std::atomic<bool>& stop);

}  // namespace hone
