// SPDX-License-Identifier: MIT
// One device under two names: no two devices measure the same times, nor the same but for a factor.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// Indexes of devices. The original is the one whose relatives vouch for its times. Where that
/// decides nothing either may be the copy: dates are not believed, since a forger writes them, too.
struct DeviceCopy {
    std::size_t copy = 0, original = 0;
    bool decided = true;
};

std::vector<DeviceCopy> copies(const DeviceFleet& fleet);

}  // namespace hone
