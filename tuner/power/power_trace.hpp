// SPDX-License-Identifier: MIT
// Computes the power of a sustained load from a meter's readings. Pure arithmetic; it rejects
// meters that contradict themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// The behavior of a device under a load; zeros and empty texts if unknown.
struct PowerSummary {
    double watts = 0;
    double clock_mhz = 0;
    std::string throttled = {};  // "power limit, temperature"
    std::string fault = {};      // why there are no watts
};

/// Computes the mean power over the readings of one sustained load. An energy counter is used
/// between two of its steps. Without a counter, it is the mean of the power readings in the later
/// half, since meters average over earlier moments.
PowerSummary summarize(std::span<const PowerReading> readings, double limit_watts);

}  // namespace hone
