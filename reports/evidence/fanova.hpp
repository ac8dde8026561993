// SPDX-License-Identifier: MIT
// The parameters that the time depends on: functional analysis of variance (fANOVA). A forest of
// regression trees predicts the time from the configs. The variance of each tree is decomposed
// exactly into single parameters and pairs. If every combination was measured, one full tree is the
// function itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// The measurements: the level of each parameter and a value, for each config.
struct Observations {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> levels;  // of each parameter, in order
    std::vector<std::vector<std::uint8_t>> configs;
    std::vector<double> values;

    /// True if each combination of levels occurs exactly once.
    bool complete() const;
};

/// The fraction of the variance that a parameter explains alone, or a pair beyond its two
/// parameters.
struct Importance {
    std::vector<double> single;  // by parameter
    struct Pair {
        std::size_t a = 0, b = 0;
        double share = 0;
    };
    std::vector<Pair> pairs;  // the strongest first
    bool exact = false;       // from every combination, not from a forest
};

/// Decomposes the variance. Empty for fewer than two values, or if all are equal.
Importance importance(const Observations& observed);

}  // namespace hone
