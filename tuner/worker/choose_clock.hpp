// SPDX-License-Identifier: MIT
// Whose clock times a device: its own, unless a worker finds that it does not agree with the host's.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"

namespace hone {

/// A device whose own clock cannot be believed, and why.
struct ClockFault {
    std::string device;
    std::string why;
};

/// Sets the clock of each device. Those of one name share their work, so that the host times all of
/// them where it has to time one. A device whose worker fails keeps its own clock: what ails it
/// shows when it is tuned. One that never answers is an environment Error.
std::vector<ClockFault> choose_clocks(std::vector<LocalDevice>& devices,
                                      std::chrono::milliseconds limit);

}  // namespace hone
