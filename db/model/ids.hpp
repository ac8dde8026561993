// SPDX-License-Identifier: MIT
// Two devices count as the same if model, platform, driver and the limits for execution and speed
// are equal. The board does not count, nor do values that differ between equal boards or from boot
// to boot.
#pragma once

#include <string>

#include "db/model/device.hpp"

namespace hone {

/// The id shared by equal devices in any PCI slot.
std::string id_of(const Device& device);

}  // namespace hone
