// SPDX-License-Identifier: MIT
// HONE_CAPTURE=FOLDER: counts and times every launch. For the first launch of each kind it stores
// the arguments, with the contents of the buffers before and after.
#pragma once

#include "tuner/layer/launch_call.hpp"

namespace hone::layer {

/// Whether this process is captured.
bool captures();

/// Called when the loader takes the layer: from then on a trace exists, even an empty one.
void begin_capture();

/// Launches the kernel and records the launch.
cl_int capture(const LaunchCall& call);

/// Adds the times of launches that have ended. Called when the program waits.
void collect_times();

}  // namespace hone::layer
