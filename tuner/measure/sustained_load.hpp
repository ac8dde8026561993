// SPDX-License-Identifier: MIT
// Keeps a device busy without a gap, like an application that calls a kernel continuously.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <functional>

#include "kernels/launch/launch_rotation.hpp"

namespace hone {

/// The measured load: from the end of one run to the end of another, in seconds of the host's
/// steady clock.
struct LoadTimes {
    double from = 0, until = 0;
    std::size_t runs = 0;

    double seconds() const { return until - from; }
};

/// Enqueues runs so that one batch is always queued behind the one that runs. The first `warm_up`
/// seconds do not count, since clocks and power must settle. Then it measures for at least
/// `seconds`. `on_progress` is called several times a second.
LoadTimes sustain_load(const cl::CommandQueue& queue, LaunchRotation& rotation, double warm_up,
                       double seconds, const std::function<void()>& on_progress);

}  // namespace hone
