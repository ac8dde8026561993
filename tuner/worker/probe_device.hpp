// SPDX-License-Identifier: MIT
// Probes a device from the parent process. Each probe runs in a worker, so a driver that crashes
// only loses that probe.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// Runs each of these probes on the device and stores every result immediately. Calls `on_probe`
/// with each name before the probe runs; false ends the probing. Returns all results.
std::vector<Probe> probe_device(const LocalDevice& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& on_probe);

/// Returns why the energy of a device cannot be measured; empty if it can. A worker on the device's
/// host tests this before any build.
std::string meter_fault(const LocalDevice& device, std::chrono::milliseconds limit);

}  // namespace hone
