// SPDX-License-Identifier: MIT
// A larger working set is never faster in truth, so the curve is replaced by its falling envelope:
// the maximum over this and all larger sets. A plateau stays within a quarter for an octave; sets
// between two plateaus lie partly in a cache. Consecutive plateaus of nearly the same rate, after
// the first, are the slope of one cache that many units share. The slope may begin with sizes of
// which the first cache still holds a part.
#include "reports/evidence/cache_levels.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr double plateau = 1.25;       // the fastest rate of a plateau over its slowest, at most
constexpr double slope = 1.3;          // the rate of one plateau over the next, on a slope
constexpr double mixed_at_most = 1.1;  // relative to a mixture of two levels
constexpr std::size_t fewest = 3;      // points of a plateau: two in an octave
constexpr std::size_t most_levels = 3;

struct CurvePoint {
    double bytes = 0, rate = 0;
    double envelope = 0;  // the fastest rate of this and all larger sets
    double best_set = 0;  // the set with that rate
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

/// True if a plateau's end is no faster than a mixture: the inner cache holds its share of the
/// reads and the others come from the outer level.
bool is_mixed(const CacheLevel& inner, const CacheLevel& between, const CacheLevel& outer) {
    const double share = inner.bytes / between.bytes;
    const double mixed =
        1 / (share / inner.bytes_per_second + (1 - share) / outer.bytes_per_second);
    return between.at_end < mixed_at_most * mixed;
}

/// True if the plateau at this index continues the slope of the one before.
bool goes_on(const std::vector<CacheLevel>& plateaus, std::size_t at) {
    if (at < 2) return false;
    const CacheLevel& before = plateaus[at - 1];
    const CacheLevel& level = plateaus[at];
    if (before.first + before.points != level.first) return false;
    return before.bytes_per_second < slope * level.bytes_per_second ||
           (at == 2 && is_mixed(plateaus[0], before, level));
}

/// Joins the plateaus of one slope.
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
    if (!levels.empty()) levels.pop_back();  // the last plateau is memory
    if (levels.size() > most_levels) levels.erase(levels.begin() + most_levels, levels.end());
    return levels;
}

}  // namespace hone
