// SPDX-License-Identifier: MIT
// Finds the caches of a device from the curve of `hone probe cache_sweep`: bandwidth by the bytes
// that are read repeatedly. A level is a plateau of the curve, or a slope that begins with one; no
// table of devices is used.
#pragma once

#include <cstddef>
#include <vector>

#include "db/model/probe.hpp"

namespace hone {

/// One plateau or slope of the curve.
struct CacheLevel {
    std::size_t number = 0;       // 1 for the fastest
    double bytes = 0;             // the largest working set of the level
    double bytes_per_second = 0;  // the median rate of its fastest working set
    double best_set = 0;          // that set: the probe's point
    double at_end = 0;            // the rate of its largest working set: lower on a slope
    std::size_t first = 0;        // its first point of the curve
    std::size_t points = 0;

    /// True if larger sets are clearly slower: the rate holds for the smaller ones only.
    bool is_slope() const;
};

/// The caches, the fastest first, without the last plateau, which is memory. Noise only lowers a
/// rate, so a dip before a faster, larger working set gets that set's rate.
std::vector<CacheLevel> cache_levels(const std::vector<Probe>& probes);

}  // namespace hone
