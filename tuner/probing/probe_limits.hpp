// SPDX-License-Identifier: MIT
// Finds what a device supports beyond its driver's report, by building and running small kernels.
// Runs in the worker, because kernels may crash.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The names of the limits that can be probed.
std::vector<std::string> limit_names();

/// Probes one limit; nullopt if no limit has that name. A value of zero means not supported, and
/// the message gives the reason.
std::optional<Probe> probe_limit(const LocalDevice& device, std::string_view name);

}  // namespace hone
