// SPDX-License-Identifier: MIT
// Probes from the parent's side: each is asked in a worker process, so a driver that dies of one
// costs that answer alone.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// Asks the device each of these and stores every answer at once; `watch` is told each name before
/// it is asked. Answers with all that was found.
std::vector<Probe> probe_device(const Found& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& watch);

}  // namespace hone
