// SPDX-License-Identifier: MIT
// Which configs to time together, of those whose times are predicted.
#pragma once

#include <cstddef>
#include <vector>

#include "db/estimate/time_model.hpp"

namespace hone::prediction {

/// A config that is worth timing.
struct Promise {
    std::size_t config = 0;  // index into the predictions
    double reached = 0;      // log2 of nanoseconds: one standard deviation faster than expected
};

/// At most so many that may reach the limit, in log2 of nanoseconds, the most promising first. Each is chosen as
/// if those before it had been timed: what they would tell of it needs no timing of its own.
std::vector<Promise> promising_batch(JointPrediction configs, double limit, std::size_t most);

}  // namespace hone::prediction
