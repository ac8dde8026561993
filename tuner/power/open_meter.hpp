// SPDX-License-Identifier: MIT
// Opens the meter of a device.
#pragma once

#include "tuner/power/power_meter.hpp"

namespace hone {

/// Tries NVIDIA's library, the files of a GPU's driver, or the counters of a CPU.
MeterFound open_meter(const Device& device);

}  // namespace hone
