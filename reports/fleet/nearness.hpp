// SPDX-License-Identifier: MIT
// How many tuned devices a new one should be near to: each device in turn is taken for new, and runs
// what the devices next to it agree on.
#pragma once

#include <string>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// What a new device keeps of the speed of its own best config, with so many tuned ones near it.
struct Nearness {
    std::size_t neighbors = 0;  // 0: the default config
    std::size_t asked = 0;      // devices and problems for which it is known
    double median = 0;
    double low = 0;  // a tenth are below
};

/// For 0, 1, 2, 4, 8 and 16 neighbors of the same architecture, as far as there are so many.
std::vector<Nearness> nearness(const DeviceFleet& fleet, const std::string& family);

}  // namespace hone
