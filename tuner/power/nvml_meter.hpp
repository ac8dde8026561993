// SPDX-License-Identifier: MIT
// NVIDIA's management library, loaded on demand: hone does not require it or its header.
#pragma once

#include "tuner/power/power_meter.hpp"

namespace hone {

/// Opens the board at the device's PCI address, or with its UUID. `name` is the library to load.
MeterFound open_nvml(const Device& device, const char* name = "libnvidia-ml.so.1");

}  // namespace hone
