// SPDX-License-Identifier: MIT
// What is larger is never faster in truth: the curve's upper envelope from the right falls. Where it
// stays within a quarter for an octave, it is a plateau; what lies between two is partly in a cache. Plateaus
// that follow each other at nearly the same rate, after the first, are the slope of one cache that many units share.
#include "reports/evidence/cache_levels.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr double plateau = 1.25;   // the fastest beside the slowest of one
constexpr double slope = 1.3;      // from one to the next
constexpr std::size_t fewest = 3;  // points: two in an octave
constexpr std::size_t most_levels = 3;

struct CurvePoint {
    double bytes = 0, rate = 0;
    double envelope = 0;  // the fastest of this and all larger sets
    double best_set = 0;  // which that is
};

std::vector<CurvePoint> curve_of(const std::vector<Probe>& probes) {
    std::vector<CurvePoint> curve;
    for (const Probe& probe : probes)
        if (probe.name == probes::cache_sweep && probe.value > 0)
            curve.push_back({probe.point, probe.value, probe.value, probe.point});
    std::ranges::sort(curve, {}, &CurvePoint::bytes);
    for (std::size_t i = curve.size(); i-- > 1;) {
        if (curve[i].envelope <= curve[i - 1].rate) continue;
        curve[i - 1].envelope = curve[i].envelope;
        curve[i - 1].best_set = curve[i].best_set;
    }
    return curve;
}

}  // namespace

bool CacheLevel::is_slope() const {
    return bytes_per_second > plateau * at_end;
}

std::vector<CacheLevel> cache_levels(const std::vector<Probe>& probes) {
    const std::vector<CurvePoint> curve = curve_of(probes);
    std::vector<CacheLevel> levels;
    double last = 0;  // the rate of the plateau before
    std::size_t last_end = 0;
    for (std::size_t first = 0; first < curve.size();) {
        std::size_t end = first;
        while (end < curve.size() && curve[first].envelope <= plateau * curve[end].envelope) ++end;
        if (end - first < fewest) {
            ++first;
            continue;
        }
        const bool goes_on =
            levels.size() > 1 && last_end == first && last < slope * curve[first].envelope;
        if (goes_on) {
            levels.back().bytes = curve[end - 1].bytes;
            levels.back().points += end - first;
            levels.back().at_end = curve[end - 1].envelope;
        } else {
            levels.push_back({levels.size() + 1, curve[end - 1].bytes, curve[first].envelope,
                              curve[first].best_set, curve[end - 1].envelope, end - first});
        }
        last = curve[first].envelope;
        first = last_end = end;
    }
    if (!levels.empty()) levels.pop_back();  // memory
    if (levels.size() > most_levels) levels.erase(levels.begin() + most_levels, levels.end());
    return levels;
}

}  // namespace hone
