// SPDX-License-Identifier: MIT
// Performance portability: the efficiency of one config on each of several devices, their harmonic
// mean (Pennycook), and a small set of configs that together are fast for every device and problem.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hone {

/// The harmonic mean of the efficiencies. It is 0 if one of them is 0 or there are none: a config
/// that fails on one device is not portable.
double harmonic_mean(const std::vector<double>& efficiencies);

/// Times in nanoseconds by config; a target is one device with one problem.
using TimesByConfig = std::map<std::string, double>;
using TimesByTarget = std::map<std::string, TimesByConfig>;

/// The efficiency of each config: the target's best time over the config's time.
std::map<std::string, double> efficiencies_at(const TimesByConfig& times);

/// A config and the targets that it is chosen for.
struct CoverEntry {
    std::string config;
    std::vector<std::string> targets;
};

/// A small set of configs such that each target has one within `slack` of its best, the config with
/// the most targets first. Greedy, which is close to the minimum.
std::vector<CoverEntry> greedy_cover(const TimesByTarget& targets, double slack);

}  // namespace hone
