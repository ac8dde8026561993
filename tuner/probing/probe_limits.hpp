// SPDX-License-Identifier: MIT
// What a device really gives where its driver tells less, or nothing: found by building and running
// small kernels. Lives in the worker, because kernels run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The names of the limits that can be asked for.
std::vector<std::string> limit_names();

/// One limit, or nothing where no limit has that name. A zero says no, and the message why.
std::optional<Probe> ask_limit(const Found& device, std::string_view name);

}  // namespace hone
