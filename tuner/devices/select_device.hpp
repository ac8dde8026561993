// SPDX-License-Identifier: MIT
// Selects the device: by --device, by the environment, or the best one of the machine.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"

namespace hone {

/// The selectors of the device, in falling order of priority; empty if not given.
struct DeviceSelector {
    std::string option = {};            // --device
    std::string hone_device = {};       // HONE_DEVICE
    std::string clblast_platform = {};  // CLBLAST_PLATFORM and CLBLAST_DEVICE: two indices,
    std::string clblast_device = {};    // as CLBlast counts them
};

/// Combines this --device with the environment variables.
DeviceSelector device_selector(std::string option);

/// Returns the index of the selected device. The selector is an index, a PCI address, a UUID, or a
/// part of the name, the platform or the vendor; without one, the best device is selected. Throws a
/// usage Error that lists the devices if none or several match, and an environment Error if the
/// machine has no device.
std::size_t select_device(std::span<const LocalDevice> devices, const DeviceSelector& selector);

/// Returns all devices that match the selector; without one, those equal to the best. Throws like
/// select_device.
std::vector<LocalDevice> select_devices(std::span<const LocalDevice> devices,
                                        const DeviceSelector& selector);

}  // namespace hone
