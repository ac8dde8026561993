// SPDX-License-Identifier: MIT
// Which device is used: by --device, by the environment, or the best one of the machine.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"

namespace hone {

/// What was said about the device, in falling order of priority; empty where nothing was.
struct DeviceSelector {
    std::string option = {};            // --device
    std::string hone_device = {};       // HONE_DEVICE
    std::string clblast_platform = {};  // CLBLAST_PLATFORM and CLBLAST_DEVICE: two indices,
    std::string clblast_device = {};    // as CLBlast counts them
};

/// Combines this --device with the environment.
DeviceSelector device_selector(std::string option);

/// The index of the selected device: an index, a PCI address, a UUID or a part of the name, the
/// platform or the vendor; without any of these the best device. Throws a usage Error that lists
/// the devices when none or more than one fits, and an environment Error when the machine has no
/// device at all.
std::size_t select_device(std::span<const LocalDevice> devices, const DeviceSelector& selector);

/// Every device that fits what was said; where nothing was, those that are equal to the best.
/// Throws as above.
std::vector<LocalDevice> select_devices(std::span<const LocalDevice> devices,
                                        const DeviceSelector& selector);

}  // namespace hone
