// SPDX-License-Identifier: MIT
// HONE_CAPTURE=FOLDER: every launch is counted and timed; of the first of each kind the arguments
// are stored, with the contents of its buffers before and after.
#pragma once

#include "tuner/layer/launch_call.hpp"

namespace hone::layer {

/// Whether this process is captured.
bool captures();

/// Called when the loader takes the layer: from then on there is a trace, be it empty.
void begin_capture();

/// Launches, and notes what was launched.
cl_int capture(const LaunchCall& call);

/// Adds the times of launches that have ended. Called where the program waits.
void collect_times();

}  // namespace hone::layer
