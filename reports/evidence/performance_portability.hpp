// SPDX-License-Identifier: MIT
// Performance portability: the efficiency of one config on each of several devices, the harmonic
// mean of these (Pennycook), and few configs that together are fast for every device and problem.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hone {

/// The harmonic mean of the efficiencies; 0 when one of them is 0 or there are none: a config that
/// fails on one device is not portable.
double harmonic_mean(const std::vector<double>& efficiencies);

/// Times in nanoseconds by config; a target is one device with one problem.
using TimesByConfig = std::map<std::string, double>;
using TimesByTarget = std::map<std::string, TimesByConfig>;

/// The efficiency of each config: the best time of the target over its own.
std::map<std::string, double> efficiencies_at(const TimesByConfig& times);

/// A config and the targets that it is chosen for.
struct CoverEntry {
    std::string config;
    std::vector<std::string> targets;
};

/// Few configs, the one with most targets first, so that each target has one within `slack` of its
/// best. Chosen greedily, which is close to the minimum.
std::vector<CoverEntry> greedy_cover(const TimesByTarget& targets, double slack);

}  // namespace hone
