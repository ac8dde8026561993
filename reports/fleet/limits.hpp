// SPDX-License-Identifier: MIT
// Trials that are stored as right although they exceed their device's limits.
#pragma once

#include <string>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

struct BeyondLimit {
    std::string device;  // its id
    std::string kernel, config;
    std::string reason;  // "a work-group of 2,048 work-items; the device has 1,024"
};

std::vector<BeyondLimit> beyond_limits(Store& store);

}  // namespace hone
