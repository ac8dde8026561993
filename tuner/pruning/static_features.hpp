// SPDX-License-Identifier: MIT
// What hone alone knows of a choice before it is tried, as figures that a strategy can learn from:
// how its launches fill the device, what each work-item has to do, what the soft rules say.
#pragma once

#include "tuner/measure/bench_setup.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

/// The figures of each choice of this space, for its problem on its device. The setup must outlive
/// them.
Foresight foresight_of(const BenchSetup& setup);

}  // namespace hone
