// SPDX-License-Identifier: MIT
// Finds few configs for many problems: the smallest set of a time matrix's configs in which each
// problem has a config that is fast enough.
#pragma once

#include <cstddef>
#include <vector>

namespace hone {

/// Times in nanoseconds, times[config][problem]; 0 where the config cannot run the problem.
using TimeMatrix = std::vector<std::vector<double>>;

/// A set of configs.
struct ConfigCover {
    std::vector<std::size_t> configs;  // indices of rows
    std::size_t covered = 0;           // problems with a config within the bound
    double mean = 0;                   // geometric mean of each problem's time over its best time
};

/// Returns the smallest set of at most `most` configs in which each problem has one that takes at
/// most 1 + `within` times its best. Among equally small sets, the fastest on average is returned.
/// If no such set exists, the set that covers the most problems is returned.
ConfigCover smallest_cover(const TimeMatrix& times, double within, std::size_t most);

/// The best time of each problem.
std::vector<double> best_times(const TimeMatrix& times);

/// The config of the cover that is fastest for the problem.
std::size_t best_config_for(const TimeMatrix& times, const ConfigCover& cover, std::size_t problem);

}  // namespace hone
