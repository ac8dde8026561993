// SPDX-License-Identifier: MIT
// The configs whose times are estimated: those that were timed, and those whose programs were.
#pragma once

#include <optional>
#include <vector>

#include "db/device/device_similarity.hpp"
#include "db/lookup/catalog.hpp"

namespace hone::lookup {

struct TimedProblem {
    ProblemPoint point;
    double ns = 0;
};

/// A config that was timed, on which problems, and which of the devices is the most similar; or one that was not,
/// and differs from such a config in what a program reads at run time.
struct ModelConfig {
    TunedRow row;                        // of the most similar device, and there the first problem
    std::vector<TimedProblem> problems;  // timed on devices that are as similar
    const CoverConfig* cover = nullptr;
    DeviceSimilarity similarity = DeviceSimilarity::none;
    bool right_elsewhere = false;  // an application may be told of it for any size
    bool learned = false;          // the model has a measurement of it, or of its program
    /// Of one that was not timed, the number of the one that was.
    std::optional<std::size_t> program_of = std::nullopt;

    bool was_timed_for(const ProblemPoint& problem) const;
};

}  // namespace hone::lookup
