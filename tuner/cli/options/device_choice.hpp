// SPDX-License-Identifier: MIT
// The devices that a command may use, and the choice by --device.
#pragma once

#include <string>
#include <vector>

#include "tuner/devices/select_device.hpp"

namespace hone::cli {

/// Lists all devices of this machine, without handles. Reports on stderr which drivers failed and
/// why.
std::vector<LocalDevice> list_devices();

/// The device that --device selects; without it, the best one.
LocalDevice select_device(const std::string& option);

/// All devices that match --device; without it, those that are equal to the best.
std::vector<LocalDevice> select_devices(const std::string& option);

/// The devices to tune: all of this machine if `all_of_them` is set and there is no --device, else
/// those of select_devices().
std::vector<LocalDevice> devices_to_tune(const std::string& option, bool all_of_them);

/// One of the matching devices; all of them if `all_of_them` is set.
std::vector<LocalDevice> devices_here(const std::string& option, bool all_of_them);

/// A program runs on the host unless --device names the device that it uses. It is always timed
/// with the host's clock.
std::vector<LocalDevice> devices_of_program(const std::string& option);

}  // namespace hone::cli
