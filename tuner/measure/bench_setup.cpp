// SPDX-License-Identifier: MIT
// The names of a problem and of a device do not collide: those of a device start with "device.".
#include "tuner/measure/bench_setup.hpp"

#include "tuner/devices/device_facts.hpp"

namespace hone {

Names known_names(const Device& device, const Problem& problem) {
    Names names = device_names(device);
    names.merge(names_of(problem));
    return names;
}

Names known_names(const BenchSetup& setup) {
    return known_names(setup.device.device, setup.problem);
}

}  // namespace hone
