// SPDX-License-Identifier: MIT
// Launches what was tuned instead of what the program asked for. The first launches of each kind
// are checked beside the original; at the first doubt the original stays, for as long as the
// process lives. HONE_APPLY=off turns it off; HONE_APPLY_LOG names a file for what was changed.
#pragma once

#include "tuner/layer/launch_call.hpp"
#include "tuner/layer/objects.hpp"

namespace hone::layer {

bool applies();

/// Launches the original or its substitute.
cl_int apply(const LaunchCall& call);

/// Hands an argument on to the kernels that replace this one. The mutex of objects() is held.
void forward_argument(const KernelState& state, cl_uint index);

}  // namespace hone::layer
