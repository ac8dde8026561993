// SPDX-License-Identifier: MIT
// Asks a device what it can give at best: each probe tries several ways of doing one thing, times
// them by the device's events, and keeps the best. Lives in the worker, because kernels run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The names of what can be asked, in the order in which it is shown.
std::vector<std::string> probe_names();

/// Asks one thing: one answer, or one for each point of a sweep. What the device cannot do is an
/// answer too, with a value of zero and the reason. A usage Error for an unknown name.
std::vector<Probe> ask_device(const Found& device, std::string_view name);

}  // namespace hone
