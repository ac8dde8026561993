// SPDX-License-Identifier: MIT
// Every device that the machine's OpenCL drivers offer, with every fact that they tell of it. What
// a driver does not tell stays empty: a query that fails is no error here.
#pragma once

#include <string>
#include <vector>

#include "db/model/device.hpp"
#include "tuner/devices/opencl.hpp"
#include "tuner/devices/placement.hpp"

namespace hone {

/// A device as it was found: its facts, its handle, and where it stands in OpenCL's own lists.
struct Found {
    Device device;
    cl::Device handle;
    int platform = 0;  // the platform's index, from 0
    int place = 0;     // the device's index within its platform, from 0
    Seat seat = {};    // where its workers run
};

/// All of them, platform by platform, in the drivers' order; none when there is no platform.
std::vector<Found> all_devices();

/// The facts of one device.
Device read_device(const cl::Device& handle);

}  // namespace hone
