// SPDX-License-Identifier: MIT
// From the readings of a meter to the power of a steady load. Pure arithmetic, which believes no meter
// that contradicts itself.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// What a device did under a load; zeros and empty texts where nobody could say.
struct PowerSummary {
    double watts = 0;
    double clock_mhz = 0;
    std::string throttled = {};  // "power limit, temperature"
    std::string fault = {};      // why there are no watts
};

/// The mean power over the readings of one steady load. A counter of energy is taken between two of its
/// steps; without one the power itself, of the later half, since meters average over what came before.
PowerSummary summarize(std::span<const PowerReading> readings, double limit_watts);

}  // namespace hone
