// SPDX-License-Identifier: MIT
// How the best configs of one architecture do on another, and which configs serve which.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The speed that the best configs of one device have on another, as a share of that one's own bests:
/// the harmonic mean over the problems for which it was measured, 0 where one fails; nothing where
/// none was measured.
std::optional<double> kept_share(const FleetDevice& from, const FleetDevice& to,
                                 const std::vector<std::uint32_t>& problems);

/// Over the devices of two architectures.
struct ArchitectureShare {
    std::string from, to;
    std::size_t pairs = 0;  // of devices, for which it was measured
    double median = 0;
    double low = 0;  // a tenth of the pairs are below
};

/// Every pair of architectures of a family, in the order of the fleet; one without measurements has
/// no pairs.
std::vector<ArchitectureShare> architecture_shares(const DeviceFleet& fleet,
                                                   const std::string& family);

/// One architecture, with how many of its problems a config serves.
struct ServedArchitecture {
    std::string architecture;
    std::size_t problems = 0, of = 0;
};
struct ServingConfig {
    FleetConfig config;
    std::vector<ServedArchitecture> serves;
};

/// Few configs so that each problem on each architecture has one that is slower by at most `slack`
/// than the config that is best there: over its devices, of those that half of them tried. Those
/// that serve most come first.
std::vector<ServingConfig> serving_configs(const DeviceFleet& fleet, const std::string& family,
                                           double slack);

}  // namespace hone
