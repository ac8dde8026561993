// SPDX-License-Identifier: MIT
// The names of a problem and of a device do not collide: those of a device begin with "device.".
#include "tuner/measure/bench_setup.hpp"

#include "tuner/devices/device_facts.hpp"

namespace hone {

Names names_of(const BenchSetup& setup) {
    Names names = device_names(setup.device.device);
    names.merge(names_of(setup.problem));
    return names;
}

}  // namespace hone
