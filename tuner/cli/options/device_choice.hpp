// SPDX-License-Identifier: MIT
// The devices that a command may use, and --device among them.
#pragma once

#include <string>
#include <vector>

#include "tuner/devices/select_device.hpp"

namespace hone::cli {

/// Every device of this machine, without handles. Says which drivers are left out, and why.
std::vector<LocalDevice> list_devices();

/// The one device that --device selects; the best one when it was not given.
LocalDevice select_device(const std::string& option);

/// Every device that fits --device; without it, those that are equal to the best.
std::vector<LocalDevice> select_devices(const std::string& option);

/// Which devices --device and --all-devices select for tuning; among ranks, `all_of_them` that match.
std::vector<LocalDevice> devices_to_tune(const std::string& option, bool all_of_them);

/// One of the devices that match, unless all are asked for.
std::vector<LocalDevice> devices_here(const std::string& option, bool all_of_them);

/// A program runs on the host, unless it is said whose device it uses: its clock is always the
/// host's.
std::vector<LocalDevice> devices_of_program(const std::string& option);

}  // namespace hone::cli
