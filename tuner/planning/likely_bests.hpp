// SPDX-License-Identifier: MIT
// The configs of each kernel that may be the fastest for a query on this device, from the times that
// also answer applications.
#pragma once

#include <cstddef>
#include <vector>

#include "db/lookup/ranking.hpp"

namespace hone {

/// The configs of a kernel that may be the fastest for a problem, the fastest first, with their
/// joint uncertainty.
struct LikelyBests {
    std::vector<std::size_t> configs;
    std::vector<double> expected;       // log2 of nanoseconds, uncertainty included
    std::vector<double> advice;         // log2 of time: the part for ignored advice
    prediction::JointPrediction times;  // without the uncertainty term
    std::size_t timed = 0;              // configs of the kernel, at any problem
};

/// At most `most` configs of each kernel version that the query names.
std::vector<LikelyBests> likely_bests(const lookup::ConfigRanking& ranking, std::size_t most);

/// A config this much slower than the fastest still counts as about as fast: log2 of time, 10 %.
inline constexpr double about_as_fast = 0.14;

/// The time of the query's answer, in log2 of nanoseconds.
double expected_fastest(const lookup::ConfigRanking& ranking);

/// Kernel versions timed for several problems that are more than `times` slower here than the
/// fastest kernel. The comparison takes their configs one standard deviation faster than expected,
/// and the fastest one slower.
std::vector<std::size_t> far_behind(const lookup::ConfigRanking& ranking, double times);

}  // namespace hone
