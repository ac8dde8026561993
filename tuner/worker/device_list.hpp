// SPDX-License-Identifier: MIT
// Lists the devices of this machine in a separate process, since a driver may hang or crash as soon
// as it is loaded.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// A driver that fails to list its devices.
struct FailedDriver {
    std::string name;  // "/etc/OpenCL/vendors/pocl.icd (libpocl.so.2)"
    std::string why;   // "no answer in 10 s"
};

struct DeviceList {
    std::vector<LocalDevice> devices;  // without handles
    std::vector<FailedDriver> failed;  // drivers that this program's workers no longer load
};

/// The time limits for listing devices: for all drivers together, and for each alone.
struct ListTimeouts {
    std::chrono::milliseconds all{15'000};
    std::chrono::milliseconds one{10'000};
};

/// Lists the devices of all drivers. If they do not answer in time, or their process dies, each
/// driver is tested alone, and those that fail are excluded. Throws an environment Error if none is
/// left.
DeviceList list_devices_apart(const ListTimeouts& timeouts = {},
                              const std::filesystem::path& program = hone_program());

}  // namespace hone
