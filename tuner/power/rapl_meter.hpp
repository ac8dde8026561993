// SPDX-License-Identifier: MIT
// The energy counters of Intel's and AMD's CPUs (RAPL), as the kernel's files tell them.
#pragma once

#include <filesystem>

#include "tuner/power/power_meter.hpp"

namespace hone {

/// All packages of the host together, below the folder where the kernel shows its devices.
MeterFound open_rapl(const std::filesystem::path& system);

}  // namespace hone
