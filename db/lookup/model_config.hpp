// SPDX-License-Identifier: MIT
// The configs whose times are estimated: timed configs, and untimed configs of timed programs.
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

/// A config that was timed, with its problems and the most similar of its devices. Or an untimed
/// config that differs from a timed one only in a parameter that the program reads at run time.
struct ModelConfig {
    TunedRow row;                        // of the most similar device: its first problem
    std::vector<TimedProblem> problems;  // timed on devices of this similarity
    const CoverConfig* cover = nullptr;
    DeviceSimilarity similarity = DeviceSimilarity::none;
    bool right_elsewhere = false;  // an application may get it for any size
    bool learned = false;          // the model has a measurement of the config or of its program
    /// For an untimed config: the number of the timed one.
    std::optional<std::size_t> program_of = std::nullopt;

    /// Its time for this problem, or null.
    const TimedProblem* timing_of(const ProblemPoint& problem) const;
    bool was_timed_for(const ProblemPoint& problem) const { return timing_of(problem) != nullptr; }
};

}  // namespace hone::lookup
