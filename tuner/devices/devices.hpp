// SPDX-License-Identifier: MIT
// All devices of the machine's OpenCL drivers, with all facts that they report. Facts that a driver
// does not report stay empty: a failed query is not an error.
#pragma once

#include <string>
#include <vector>

#include "db/model/device.hpp"
#include "db/model/run.hpp"
#include "tuner/devices/opencl.hpp"
#include "tuner/devices/placement.hpp"

namespace hone {

/// A device of this machine or of another rank: its facts, its handle, and its index in OpenCL's
/// lists.
struct LocalDevice {
    Device device;
    cl::Device handle;
    int platform = 0;                 // the platform's index, from 0
    int index = 0;                    // the device's index within its platform, from 0
    Placement placement = {};         // where its workers run
    TimedBy clock = TimedBy::device;  // the clock for its measurements
};

/// All devices, platform by platform, in the drivers' order; empty without a platform.
std::vector<LocalDevice> all_devices();

/// The facts of one device.
Device read_device(const cl::Device& handle);

}  // namespace hone
