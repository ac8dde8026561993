// SPDX-License-Identifier: MIT
// When two devices count as the same: model, platform, driver and the limits that decide what can
// run and how fast. Not the board, and not what differs between equal boards or from boot to boot.
#pragma once

#include <string>

#include "db/model/device.hpp"

namespace hone {

/// The id that equal devices share, whatever PCI slot they are in.
std::string id_of(const Device& device);

}  // namespace hone
