// SPDX-License-Identifier: MIT
// The names of a setup are those of its device and of its problem.
#include "tuner/measure/bench_setup.hpp"

namespace hone {

Names known_names(const BenchSetup& setup) {
    return known_names(setup.device.device, setup.problem);
}

}  // namespace hone
