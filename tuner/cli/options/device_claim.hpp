// SPDX-License-Identifier: MIT
// Locks the devices that a command times, and informs the user if it has to wait.
#pragma once

#include <chrono>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"
#include "tuner/devices/device_lock.hpp"
#include "tuner/devices/devices.hpp"

namespace hone::cli {

/// --no-lock.
void declare_device_claim(po::options_description& options);

/// Whether to take locks, and the name by which a lock's holder is shown.
struct ClaimOptions {
    bool no_lock = false;
    std::string what;
    std::chrono::milliseconds limit{10'000};  // for comparing a device's clock with the host's
};

/// The options of a command such as `hone tune gemm`.
ClaimOptions claim_options(const po::variables_map& given, std::string_view command);

/// Holds the locks of this host's devices, unless --no-lock is given, and chooses the clock that
/// times each device.
class DeviceClaim {
  public:
    /// Waits for each lock until the user interrupts, and prints once which program holds it.
    /// Prints which devices are timed with the host's clock, and why.
    DeviceClaim(const ClaimOptions& options, std::vector<LocalDevice> devices);

    /// The devices, with the clock that times each.
    const std::vector<LocalDevice>& devices() const { return devices_; }

  private:
    std::vector<LocalDevice> devices_;
    std::list<DeviceLock> held_;
};

}  // namespace hone::cli
