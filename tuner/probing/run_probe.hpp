// SPDX-License-Identifier: MIT
// Measures what a device achieves at best: each probe tries several variants of one access or
// operation, times them by the device's events, and keeps the best. Lives in the worker, because
// kernels run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The names of all probes, in the order in which they are shown.
std::vector<std::string> probe_names();

/// Runs one probe: one result, or one for each point of a sweep. What the device cannot do is a
/// result too, with a value of zero and the reason. A usage Error for an unknown name.
std::vector<Probe> run_probe(const LocalDevice& device, std::string_view name);

}  // namespace hone
