// SPDX-License-Identifier: MIT
// The caches of a device, found from the curve that `hone probe cache_sweep` measured: bandwidth by
// the bytes that are read over and over. A level is a plateau of it, or a slope that begins with one;
// no table of devices is asked.
#pragma once

#include <cstddef>
#include <vector>

#include "db/model/probe.hpp"

namespace hone {

/// One plateau or slope of the curve.
struct CacheLevel {
    std::size_t number = 0;       // 1 for the fastest
    double bytes = 0;             // the largest working set of the level
    double bytes_per_second = 0;  // of its fastest working set, in the median
    double best_set = 0;          // which that is: the probe's point
    double at_end = 0;            // of its largest working set: less on a slope
    std::size_t first = 0;        // its first point of the curve
    std::size_t points = 0;

    /// Whether larger sets are clearly slower: the rate holds for the smaller ones alone.
    bool is_slope() const;
};

/// The caches, the fastest first; the last plateau is memory and not among them. Noise can only
/// lower a rate, so a dip before a faster, larger working set counts as that one.
std::vector<CacheLevel> cache_levels(const std::vector<Probe>& probes);

}  // namespace hone
