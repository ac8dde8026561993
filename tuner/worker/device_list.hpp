// SPDX-License-Identifier: MIT
// Lists the devices of this machine in a process of its own, since a driver may hang or crash as
// soon as it is loaded.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// A driver that does not list its devices.
struct FailedDriver {
    std::string name;  // "/etc/OpenCL/vendors/pocl.icd (libpocl.so.2)"
    std::string why;   // "no answer in 10 s"
};

struct DeviceList {
    std::vector<LocalDevice> devices;  // without handles
    std::vector<FailedDriver> failed;  // which no worker of this program loads from now on
};

/// How long drivers may take to list their devices: all together, and each alone.
struct ListTimeouts {
    std::chrono::milliseconds all{15'000};
    std::chrono::milliseconds one{10'000};
};

/// The devices of all drivers. Where they do not answer in time or their process dies, each is asked
/// alone, and those that fail are left out. Throws an environment Error where none is left.
DeviceList list_devices_apart(const ListTimeouts& timeouts = {},
                              const std::filesystem::path& program = hone_program());

}  // namespace hone
