// SPDX-License-Identifier: MIT
// The portability matrix of a hundred devices as a drawing without scripts. Devices of one
// architecture are adjacent, and all cells of one color are one path.
#pragma once

#include <string>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The drawing for one family, with a limited number of devices. Each architecture gets its share
/// of them, those with the most problems. Empty for fewer than two devices.
std::string portability_heatmap(const DeviceFleet& fleet, const std::string& family,
                                std::size_t most);

}  // namespace hone
