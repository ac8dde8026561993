// SPDX-License-Identifier: MIT
// Selects the clock that times a device: its own, unless a worker finds that it disagrees with the
// host's.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"

namespace hone {

/// A device whose clock is unreliable, and the reason.
struct ClockFault {
    std::string device;
    std::string why;
};

/// Sets the clock of each device. Devices of one name share their work, so if the host must time
/// one of them, it times all. A device whose worker fails keeps its own clock; its fault shows when
/// it is tuned. Throws an environment Error if a device never answers.
std::vector<ClockFault> choose_clocks(std::vector<LocalDevice>& devices,
                                      std::chrono::milliseconds limit);

}  // namespace hone
