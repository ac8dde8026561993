// SPDX-License-Identifier: MIT
// How the number of near tuned devices helps a new one. Each device in turn is treated as new, and
// runs the config that its nearest devices agree on.
#pragma once

#include <string>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The share of its own best speed that a new device keeps with this many tuned neighbors.
struct Nearness {
    std::size_t neighbors = 0;  // 0: the default config
    std::size_t asked = 0;      // devices and problems with a known share
    double median = 0;
    double low = 0;  // the 10 % quantile
};

/// For 0, 1, 2, 4, 8 and 16 neighbors of the same architecture, as far as there are enough.
std::vector<Nearness> nearness(const DeviceFleet& fleet, const std::string& family);

}  // namespace hone
