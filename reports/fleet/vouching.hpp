// SPDX-License-Identifier: MIT
// Whether the other devices of its architecture vouch for a device: which configs are fast and which
// are slow is alike on all of them, and a date proves nothing.
#pragma once

#include <cstddef>
#include <optional>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// Of two devices with the same times the one whose relatives vouch for it; nothing where they do not
/// decide: where both have relatives that are as alike, or neither has.
std::optional<std::size_t> original_of(const DeviceFleet& fleet, std::size_t one,
                                       std::size_t other);

}  // namespace hone
