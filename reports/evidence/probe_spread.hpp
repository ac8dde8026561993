// SPDX-License-Identifier: MIT
// How far the repeats of a probe lie apart, in one run of it and from run to run: what the best of
// them hides.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "db/model/median_interval.hpp"
#include "db/model/probe.hpp"

namespace hone {

/// All repeats of one probe, in its unit.
struct ProbeSpread {
    double median = 0, low = 0, high = 0;  // of all repeats, with the 95 % interval of the median
    double slowest = 0, fastest = 0;
    std::size_t repeats = 0, runs = 0;
    bool unit_is_rate = false;  // else a time
    Estimate time = {};         // the same as times of one amount; unknown without samples

    bool known() const { return repeats > 0; }
    /// Whether the slowest repeat is so far from the fastest that the device was busy or throttled.
    bool unsteady() const;
};

/// Which probe: its name and its point on a sweep.
struct ProbePoint {
    std::string name;
    double point = 0;

    auto operator<=>(const ProbePoint&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Whether it tells what a device reaches; others tell limits, which a search finds out by itself, too.
bool is_rate(const Probe& probe);

using ProbeSpreads = std::map<ProbePoint, ProbeSpread>;

/// Of all runs of all probes of one device. What has no samples has no spread.
ProbeSpreads spreads_of(const std::vector<Probe>& runs);

}  // namespace hone
