// SPDX-License-Identifier: MIT
// Locks the devices that a command times, and tells the user who has to wait for one.
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

/// Whether locks are taken, and what the holder of one is called.
struct ClaimOptions {
    bool no_lock = false;
    std::string what;
    std::chrono::milliseconds limit{10'000};  // of comparing a device's clock with the host's
};

/// The claim of a command: `hone tune gemm`.
ClaimOptions claim_options(const po::variables_map& given, std::string_view command);

/// Holds the locks of devices of this host, unless --no-lock is given, and knows whose clock times
/// each device.
class DeviceClaim {
  public:
    /// Waits for each lock, unless the user interrupts; says once which program holds it. Says of
    /// which device the host's clock takes the time, and why.
    DeviceClaim(const ClaimOptions& options, std::vector<LocalDevice> devices);

    /// The devices, with the clock that times each.
    const std::vector<LocalDevice>& devices() const { return devices_; }

  private:
    std::vector<LocalDevice> devices_;
    std::list<DeviceLock> held_;
};

}  // namespace hone::cli
