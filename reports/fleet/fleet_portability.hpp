// SPDX-License-Identifier: MIT
// The speed of one architecture's best configs on another, and the configs that serve each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The speed of one device's best configs on another device, as a share of the latter's own bests.
/// It is the harmonic mean over the measured problems, 0 if one fails; empty if none was measured.
std::optional<double> kept_share(const FleetDevice& from, const FleetDevice& to,
                                 const std::vector<std::uint32_t>& problems);

/// Over the devices of two architectures.
struct ArchitectureShare {
    std::string from, to;
    std::size_t pairs = 0;  // measured pairs of devices
    double median = 0;
    double low = 0;  // the 10 % quantile over the pairs
};

/// Every pair of architectures of a family, in the order of the fleet; one without measurements has
/// no pairs.
std::vector<ArchitectureShare> architecture_shares(const DeviceFleet& fleet,
                                                   const std::string& family);

/// One architecture, with the number of its problems that a config serves.
struct ServedArchitecture {
    std::string architecture;
    std::size_t problems = 0, of = 0;
};
struct ServingConfig {
    FleetConfig config;
    std::vector<ServedArchitecture> serves;
};

/// A small set of configs such that each problem on each architecture has one that is at most
/// `slack` slower than the best there. The best is over its devices, among configs that half of
/// them tried. Configs that serve most come first.
std::vector<ServingConfig> serving_configs(const DeviceFleet& fleet, const std::string& family,
                                           double slack);

}  // namespace hone
