// SPDX-License-Identifier: MIT
// Few configs for many problems: from a table of times to the smallest set of configs such that
// each problem has one that is good enough for it.
#pragma once

#include <cstddef>
#include <vector>

namespace hone {

/// Times in nanoseconds, times[config][problem]; 0 where the config cannot serve the problem.
using Times = std::vector<std::vector<double>>;

/// A choice of configs.
struct CoverChoice {
    std::vector<std::size_t> configs;  // in the order of the table
    std::size_t covered = 0;           // problems that have one within the bound
    double mean = 0;                   // times what each problem's best takes, geometrically
};

/// The smallest set with at most `most` configs in which each problem has one that takes at most
/// 1 + `within` times what its best takes; of equally small ones, the fastest on average. Where no
/// such set is small enough, the one that covers the most problems.
CoverChoice smallest_cover(const Times& times, double within, std::size_t most);

/// What each problem's best takes.
std::vector<double> best_of(const Times& times);

/// The config of the choice that serves the problem best.
std::size_t server_of(const Times& times, const CoverChoice& choice, std::size_t problem);

}  // namespace hone
