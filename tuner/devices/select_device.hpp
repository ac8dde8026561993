// SPDX-License-Identifier: MIT
// Which device is meant: by --device, by the environment, or the best one that there is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"

namespace hone {

/// What was said about the device, from the strongest word to the weakest; empty where nothing was.
struct DeviceWish {
    std::string option = {};            // --device
    std::string hone_device = {};       // HONE_DEVICE
    std::string clblast_platform = {};  // CLBLAST_PLATFORM and CLBLAST_DEVICE: two indices,
    std::string clblast_device = {};    // as CLBlast counts them
};

/// The wish of this --device in this environment.
DeviceWish device_wish(std::string option);

/// The index of the device that is wished: an index, a PCI address, a UUID or a part of the name,
/// the platform or the vendor; without any wish the best. Throws a usage Error that lists the
/// devices when none or more than one is meant, and an environment Error when there is no device at
/// all.
std::size_t select_device(std::span<const Found> found, const DeviceWish& wish);

/// Every device that fits the wish; without one, those that are equal to the best. Throws as above.
std::vector<Found> select_devices(const std::string& option);

/// The device of this machine that --device means; empty when it was not given.
Found select_device(const std::string& option);

}  // namespace hone
