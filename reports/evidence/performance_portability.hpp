// SPDX-License-Identifier: MIT
// How well configs travel: the efficiency of one config on each of several devices, its harmonic
// mean (Pennycook's performance portability), and the few configs that together serve every place
// well.
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

/// A place is one device with one problem; there a config takes so many nanoseconds.
using TimesByConfig = std::map<std::string, double>;
using TimesByPlace = std::map<std::string, TimesByConfig>;

/// What share of the place's own best each config reaches there.
std::map<std::string, double> efficiencies_at(const TimesByConfig& times);

/// A config and the places that it serves.
struct Serving {
    std::string config;
    std::vector<std::string> places;
};

/// Few configs, the one that serves most first, so that each place has one within `slack` of its
/// best. Chosen greedily, which is never far from the fewest.
std::vector<Serving> cover(const TimesByPlace& places, double slack);

}  // namespace hone
