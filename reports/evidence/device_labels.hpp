// SPDX-License-Identifier: MIT
// What devices are called in a report.
#pragma once

#include <map>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// A short name for each device, by id; longer where two devices would share one.
std::map<std::string, std::string> labels_of(const std::map<std::string, Device>& devices);

}  // namespace hone
