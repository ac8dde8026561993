// SPDX-License-Identifier: MIT
// The files in which drivers of the Linux kernel tell a GPU's power: AMD's and Intel's.
#pragma once

#include <filesystem>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// The GPU at the device's PCI address, below the folder where the kernel shows its devices.
MeterFound open_hwmon(const Device& device, const std::filesystem::path& system);

}  // namespace hone
