// SPDX-License-Identifier: MIT
// Times that are too short compared to related devices, by robust statistics of logarithms.
#pragma once

#include <vector>

#include "reports/fleet/fleet.hpp"
#include "reports/fleet/relatives.hpp"

namespace hone {

/// A value far below its relatives: the speed relative to the one they lead to expect.
struct TooFast {
    std::size_t device = 0;
    std::uint32_t problem = 0;  // 0 if it is all problems of the group
    double factor = 0;
    double deviation = 0;  // of the relatives: 0.03 is 3 %
};

/// Bests that are too fast compared to the device's other problems.
std::vector<TooFast> too_fast_problems(const DeviceFleet& fleet, const Relatives& group);

/// Bests that are too fast compared to the device's other configs for the same problem.
std::vector<TooFast> too_fast_configs(const DeviceFleet& fleet, const Relatives& group);

/// Devices that are too fast at all problems, compared to their compute units and clock, or to
/// their probed peaks.
std::vector<TooFast> too_fast_devices(const DeviceFleet& fleet, const Relatives& group);

}  // namespace hone
