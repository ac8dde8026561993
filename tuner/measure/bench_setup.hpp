// SPDX-License-Identifier: MIT
// What is tried, and where: all that a worker needs to know to build and to run.
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
    Found device;
    Kernel kernel;  // its texts
    Space space;    // what its text says
    Problem problem;
    std::uint64_t seed = 1;
    bool cold = false;    // inputs are rotated so that no run finds its own in the cache
    std::string options;  // more for the compiler
};

/// What constraints and launches may name: the device and the problem.
Names names_of(const BenchSetup& setup);

}  // namespace hone
