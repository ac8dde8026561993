// SPDX-License-Identifier: MIT
// Decides whether the other devices of its architecture vouch for a device. The same configs are
// fast and slow on all of them, and a date proves nothing.
#pragma once

#include <cstddef>
#include <optional>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// Returns, of two devices with the same times, the one whose relatives vouch for it. Empty if they
/// do not decide: both have relatives that are as alike, or neither has.
std::optional<std::size_t> original_of(const DeviceFleet& fleet, std::size_t one,
                                       std::size_t other);

}  // namespace hone
