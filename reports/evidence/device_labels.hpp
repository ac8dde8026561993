// SPDX-License-Identifier: MIT
// The names of devices in a report.
#pragma once

#include <map>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// A short name for each device, by id; longer if two devices would share one.
std::map<std::string, std::string> labels_of(const std::map<std::string, Device>& devices);

}  // namespace hone
