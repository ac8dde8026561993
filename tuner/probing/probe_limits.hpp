// SPDX-License-Identifier: MIT
// What a device supports where its driver reports less, or nothing: found by building and running
// small kernels. Lives in the worker, because kernels run.
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

/// Probes one limit; nothing where no limit has that name. A value of zero means no, and the
/// message says why.
std::optional<Probe> probe_limit(const LocalDevice& device, std::string_view name);

}  // namespace hone
