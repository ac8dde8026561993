// SPDX-License-Identifier: MIT
// The pages of a site, each as one HTML text: a device's page while its database is open, the
// others from the fleet.
#pragma once

#include <string>
#include <vector>

#include "reports/fleet/outliers.hpp"

namespace hone {

/// The data that all pages of a fleet share.
struct FleetView {
    const DeviceFleet& fleet;              // with all stored results
    const DeviceFleet& believed;           // without doubtful results
    const std::vector<Outlier>& doubtful;  // indexes are valid in both
    std::size_t databases = 0;
};

/// The path of a page, from the start page: "devices/nvidia_h200-1a2b3c4d.html".
std::string device_address(const std::string& id, const std::string& label);
std::string routine_address(const std::string& family);

std::string start_page(const FleetView& view);
/// The page of one device. Its evidence must be of that device only.
std::string device_page(const Evidence& evidence, const std::string& id, const std::string& label);
/// The page of one routine in one precision: "gemm f32".
std::string routine_page(const FleetView& view, const std::string& family);
/// The doubtful results, the reasons, and how to measure them again.
std::string doubtful_page(const FleetView& view);
/// A script with the devices that have doubtful results, for the notes on their pages.
std::string doubtful_script(const FleetView& view);

}  // namespace hone
