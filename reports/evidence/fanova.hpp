// SPDX-License-Identifier: MIT
// Which parameters a time depends on: functional analysis of variance. A forest of trees learns the
// time from the configs, and each tree's variance is taken apart exactly, by single parameters and
// by pairs. Where every combination was measured one full tree is the function itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// What was measured: for each config the level of each parameter, and a value.
struct Observations {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> levels;  // of each parameter, in order
    std::vector<std::vector<std::uint8_t>> configs;
    std::vector<double> values;

    /// Whether each combination of levels is there exactly once.
    bool complete() const;
};

/// What share of the variance is a parameter's own, or a pair's beyond its two.
struct Importance {
    std::vector<double> single;  // by parameter
    struct Pair {
        std::size_t a = 0, b = 0;
        double share = 0;
    };
    std::vector<Pair> pairs;  // the strongest first
    bool exact = false;       // from every combination, not learned
};

/// Takes the variance apart. Nothing where there are fewer than two values or they are all equal.
Importance importance(const Observations& observed);

}  // namespace hone
