// SPDX-License-Identifier: MIT
// The properties of an H200, for tests that need a GPU's figures without a GPU.
#pragma once

#include "db/model/device.hpp"

namespace hone {

inline Device h200() {
    Device device;
    device.type = "gpu";
    device.architecture = "sm_90";
    device.compute_units = 132;
    device.local_memory = 49152;
    device.max_work_group = 1024;
    device.max_items = {1024, 1024, 64};
    device.warp = 32;
    device.registers = 65536;
    return device;
}

}  // namespace hone
