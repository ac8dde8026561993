// SPDX-License-Identifier: MIT
// The spread of a probe's repeats, within a run and between runs, which its best value hides.
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
    double median = 0, low = 0, high = 0;  // of all repeats; 95 % interval of the median
    double slowest = 0, fastest = 0;
    std::size_t repeats = 0, runs = 0;
    bool unit_is_rate = false;  // otherwise a time
    MedianInterval time = {};   // the same as times of a fixed amount; unknown without samples

    bool known() const { return repeats > 0; }
    /// True if the slowest repeat is so far from the fastest that the device was busy or throttled.
    bool unsteady() const;
};

/// A probe's name and its point on a sweep.
struct ProbePoint {
    std::string name;
    double point = 0;

    auto operator<=>(const ProbePoint&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// True if the probe measures a rate that a device reaches. Other probes measure limits, which a
/// search also finds by itself.
bool is_rate(const Probe& probe);

using ProbeSpreads = std::map<ProbePoint, ProbeSpread>;

/// The spread of all runs of all probes of one device. A probe without samples has none.
ProbeSpreads spreads_of(const std::vector<Probe>& runs);

}  // namespace hone
