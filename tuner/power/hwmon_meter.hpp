// SPDX-License-Identifier: MIT
// Reads a GPU's power from the files of the Linux kernel's drivers: AMD's and Intel's.
#pragma once

#include <filesystem>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// Opens the meter of the GPU at the device's PCI address. `system` is the folder in which the
/// kernel lists its devices.
MeterFound open_hwmon(const Device& device, const std::filesystem::path& system);

}  // namespace hone
