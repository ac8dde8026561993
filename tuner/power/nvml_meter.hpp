// SPDX-License-Identifier: MIT
// NVIDIA's management library, loaded when it is asked for: hone needs neither it nor its header.
#pragma once

#include "tuner/power/power_meter.hpp"

namespace hone {

/// The board at the device's PCI address, or of its UUID. `name` is the library that the system loads.
MeterFound open_nvml(const Device& device, const char* name = "libnvidia-ml.so.1");

}  // namespace hone
