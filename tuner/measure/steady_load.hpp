// SPDX-License-Identifier: MIT
// Keeps a device busy without a gap, as an application does that calls a kernel all the time.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <functional>

#include "kernels/launch/launch_turns.hpp"

namespace hone {

/// What was measured of a load: from the end of one run to that of another, in seconds of the host's
/// steady clock.
struct LoadTimes {
    double from = 0, until = 0;
    std::size_t runs = 0;

    double seconds() const { return until - from; }
};

/// Enqueues run after run, so that one batch always waits behind the one that runs. The first `warm_up`
/// seconds do not count: clocks and power settle. Then `seconds` are measured at least. `on_progress` is
/// called several times a second.
LoadTimes hold_load(const cl::CommandQueue& queue, LaunchTurns& turns, double warm_up,
                    double seconds, const std::function<void()>& on_progress);

}  // namespace hone
