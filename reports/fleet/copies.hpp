// SPDX-License-Identifier: MIT
// Finds one device under two names: two devices never measure the same times, nor times that differ
// by one factor.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// Indexes of devices. The relatives of the original vouch for its times. If they do not decide,
/// either may be the copy: dates prove nothing, since a forger writes them too.
struct DeviceCopy {
    std::size_t copy = 0, original = 0;
    bool decided = true;
};

std::vector<DeviceCopy> copies(const DeviceFleet& fleet);

}  // namespace hone
