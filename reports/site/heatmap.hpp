// SPDX-License-Identifier: MIT
// The portability matrix of a hundred devices as a drawing that needs no scripts: devices of one
// architecture stand together, and all cells of one color are one path.
#pragma once

#include <string>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The drawing for one family, of at most so many devices: of each architecture its share of them,
/// those with the most problems. Empty where there are fewer than two devices.
std::string portability_heatmap(const DeviceFleet& fleet, const std::string& family,
                                std::size_t most);

}  // namespace hone
