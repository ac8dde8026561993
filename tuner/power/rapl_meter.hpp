// SPDX-License-Identifier: MIT
// The energy counters of Intel's and AMD's CPUs (RAPL), read from the kernel's files.
#pragma once

#include <filesystem>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// Opens all packages of the host together. `system` is the folder in which the kernel lists its
/// devices.
MeterFound open_rapl(const std::filesystem::path& system);

}  // namespace hone
