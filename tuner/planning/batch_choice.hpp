// SPDX-License-Identifier: MIT
// Chooses the configs to time together, among those with predicted times.
#pragma once

#include <cstddef>
#include <vector>

#include "db/prediction/time_model.hpp"

namespace hone {

/// A config that is worth timing.
struct Promise {
    std::size_t config = 0;  // index into the predictions
    double reached = 0;      // log2 of nanoseconds: one standard deviation faster than expected
};

/// At most `most` configs that may reach the limit, in log2 of nanoseconds, the most promising
/// first. Each is chosen as if those before it had been timed, so that no timing repeats what
/// others reveal.
std::vector<Promise> promising_batch(prediction::JointPrediction configs, double limit,
                                     std::size_t most);

}  // namespace hone
