// SPDX-License-Identifier: MIT
// Probes a device from the parent process: each probe runs in a worker, so a driver that crashes
// loses that probe alone.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// Runs each of these probes on the device and stores every result at once. Calls `on_probe` with
/// each name before it runs; false ends it. Returns all results.
std::vector<Probe> probe_device(const LocalDevice& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& on_probe);

/// Why the energy of a device cannot be measured, as a worker where it is finds before anything is
/// built; empty where it can.
std::string meter_fault(const LocalDevice& device, std::chrono::milliseconds limit);

}  // namespace hone
