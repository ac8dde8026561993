// SPDX-License-Identifier: MIT
// Every device of the machine's OpenCL drivers, with every fact that they report. What a driver
// does not report stays empty: a query that fails is no error here.
#pragma once

#include <string>
#include <vector>

#include "db/model/device.hpp"
#include "db/model/run.hpp"
#include "tuner/devices/opencl.hpp"
#include "tuner/devices/placement.hpp"

namespace hone {

/// A device of this machine, or of another rank: its facts, its handle and its index in OpenCL's
/// own lists.
struct LocalDevice {
    Device device;
    cl::Device handle;
    int platform = 0;                 // the platform's index, from 0
    int index = 0;                    // the device's index within its platform, from 0
    Placement placement = {};         // where its workers run
    TimedBy clock = TimedBy::device;  // whose clock times what runs on it
};

/// All devices, platform by platform, in the drivers' order; none when there is no platform.
std::vector<LocalDevice> all_devices();

/// The facts of one device.
Device read_device(const cl::Device& handle);

}  // namespace hone
