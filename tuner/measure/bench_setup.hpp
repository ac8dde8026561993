// SPDX-License-Identifier: MIT
// The inputs of a worker for building and running configs: kernel, problem and device.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/kernel.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// One kernel and one problem on one device.
struct BenchSetup {
    LocalDevice device;
    Kernel kernel;  // source and space as texts
    Space space;    // the space, parsed
    Problem problem;
    std::uint64_t seed = 1;
    bool cold = false;          // rotate the inputs, so that no run finds its own in the cache
    std::string options;        // additional compiler options
    bool named_by_user = true;  // the kernel; otherwise a database named it
    std::string reference_fault = {};  // CLBlast lost the device: not called again
};

/// The names for constraints and launches.
Names known_names(const BenchSetup& setup);

}  // namespace hone
