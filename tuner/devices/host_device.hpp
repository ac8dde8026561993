// SPDX-License-Identifier: MIT
// The host itself as a device, for programs that are tuned without OpenCL.
#pragma once

#include "tuner/devices/devices.hpp"

namespace hone {

/// The platform's index of the host.
constexpr int host_platform = -1;

/// This host, named by its processor and timed by its own clock.
LocalDevice host_device();

}  // namespace hone
