// SPDX-License-Identifier: MIT
// The pages of a site, each as one HTML text: of a device while its database is open, the others of
// the fleet.
#pragma once

#include <string>
#include <vector>

#include "reports/fleet/outliers.hpp"

namespace hone {

/// What all pages of a fleet refer to.
struct FleetView {
    const DeviceFleet& fleet;              // with all that was stored
    const DeviceFleet& believed;           // without what is doubted
    const std::vector<Outlier>& doubtful;  // indexes are those of both
    std::size_t databases = 0;
};

/// Where a page lies, from the start page: "devices/nvidia_h200-1a2b3c4d.html".
std::string device_address(const std::string& id, const std::string& label);
std::string routine_address(const std::string& family);

std::string start_page(const FleetView& view);
/// The page of one device. Its evidence is of that device alone.
std::string device_page(const Evidence& evidence, const std::string& id, const std::string& label);
/// The page of one routine in one precision: "gemm f32".
std::string routine_page(const FleetView& view, const std::string& family);
/// What is doubted, why, and how it is measured again.
std::string doubtful_page(const FleetView& view);
/// A script with the devices of which something is doubted, by which their pages say so.
std::string doubtful_script(const FleetView& view);

}  // namespace hone
