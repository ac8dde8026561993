// SPDX-License-Identifier: MIT
// Measures the peak rates of a device. Each probe tries several variants of one access or
// operation, times them with the device's events, and keeps the best. Runs in the worker, because
// kernels may crash.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The names of all probes, in the order of display.
std::vector<std::string> probe_names();

/// Runs one probe. Returns one result, or one for each point of a sweep. If the device does not
/// support it, the result has a value of zero and the reason. Throws a usage Error for an unknown
/// name.
std::vector<Probe> run_probe(const LocalDevice& device, std::string_view name);

}  // namespace hone
