// SPDX-License-Identifier: MIT
// What is larger is never faster in truth: the curve's upper envelope from the right falls. Where it
// stays within a quarter for an octave, it is a plateau; what lies between two is partly in a cache. Plateaus
// that follow each other at nearly the same rate, after the first, are the slope of one cache that many units
// share. It may begin with sizes that the first cache still holds a part of.
#include "reports/evidence/cache_levels.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr double plateau = 1.25;       // the fastest beside the slowest of one
constexpr double slope = 1.3;          // from one to the next
constexpr double mixed_at_most = 1.1;  // beside what a mixture of two levels takes
constexpr std::size_t fewest = 3;      // points: two in an octave
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

std::vector<CacheLevel> plateaus_of(const std::vector<CurvePoint>& curve) {
    std::vector<CacheLevel> plateaus;
    for (std::size_t first = 0; first < curve.size();) {
        std::size_t end = first;
        while (end < curve.size() && curve[first].envelope <= plateau * curve[end].envelope) ++end;
        if (end - first < fewest) {
            ++first;
            continue;
        }
        plateaus.push_back({0, curve[end - 1].bytes, curve[first].envelope, curve[first].best_set,
                            curve[end - 1].envelope, first, end - first});
        first = end;
    }
    return plateaus;
}

/// Whether a plateau is no faster at its end than reads of which the inner cache holds its share,
/// while the others come from the outer level.
bool is_mixed(const CacheLevel& inner, const CacheLevel& between, const CacheLevel& outer) {
    const double share = inner.bytes / between.bytes;
    const double mixed =
        1 / (share / inner.bytes_per_second + (1 - share) / outer.bytes_per_second);
    return between.at_end < mixed_at_most * mixed;
}

/// Whether the plateau at an index goes on with the slope of the one before it.
bool goes_on(const std::vector<CacheLevel>& plateaus, std::size_t at) {
    if (at < 2) return false;
    const CacheLevel& before = plateaus[at - 1];
    const CacheLevel& level = plateaus[at];
    if (before.first + before.points != level.first) return false;
    return before.bytes_per_second < slope * level.bytes_per_second ||
           (at == 2 && is_mixed(plateaus[0], before, level));
}

/// The plateaus, those of one slope as one.
std::vector<CacheLevel> joined(const std::vector<CacheLevel>& plateaus) {
    std::vector<CacheLevel> levels;
    for (std::size_t i = 0; i < plateaus.size(); ++i) {
        if (goes_on(plateaus, i)) {
            levels.back().bytes = plateaus[i].bytes;
            levels.back().points += plateaus[i].points;
            levels.back().at_end = plateaus[i].at_end;
        } else {
            levels.push_back(plateaus[i]);
            levels.back().number = levels.size();
        }
    }
    return levels;
}

}  // namespace

bool CacheLevel::is_slope() const {
    return bytes_per_second > plateau * at_end;
}

std::vector<CacheLevel> cache_levels(const std::vector<Probe>& probes) {
    std::vector<CacheLevel> levels = joined(plateaus_of(curve_of(probes)));
    if (!levels.empty()) levels.pop_back();  // memory
    if (levels.size() > most_levels) levels.erase(levels.begin() + most_levels, levels.end());
    return levels;
}

}  // namespace hone
