// SPDX-License-Identifier: MIT
// What is measured, and where: all that a worker needs to build and to run configs.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/kernel.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// One kernel and one problem on one device.
struct BenchSetup {
    LocalDevice device;
    Kernel kernel;  // its source and its space as texts
    Space space;    // the space, parsed
    Problem problem;
    std::uint64_t seed = 1;
    bool cold = false;      // inputs are rotated so that no run finds its own in the cache
    std::string options;    // additional compiler options
    bool is_chosen = true;  // the user named the kernel; else a database did
    std::string reference_fault = {};  // CLBlast took the device with it: it is not asked again
};

/// The names that constraints and launches may use: those of the device and of the problem.
Names known_names(const Device& device, const Problem& problem);
Names known_names(const BenchSetup& setup);

}  // namespace hone
