// SPDX-License-Identifier: MIT
// The host itself as a device, for programs that are tuned without OpenCL.
#pragma once

#include "tuner/devices/devices.hpp"

namespace hone {

/// The host's platform index.
constexpr int host_platform = -1;

/// This host as a device, with its processor's name and its own clock.
LocalDevice host_device();

}  // namespace hone
