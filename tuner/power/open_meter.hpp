// SPDX-License-Identifier: MIT
// The meter that a device has.
#pragma once

#include "tuner/power/power_meter.hpp"

namespace hone {

/// NVIDIA's library, the files of a GPU's driver, or the counters of a CPU.
MeterFound open_meter(const Device& device);

}  // namespace hone
