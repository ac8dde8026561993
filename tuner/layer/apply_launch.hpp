// SPDX-License-Identifier: MIT
// Launches the tuned kernel in place of the program's. The first launches of each kind are checked
// beside the original. After the first doubt the original stays for the lifetime of the process.
// HONE_APPLY=off turns this off; HONE_APPLY_LOG names a file that lists the changes.
#pragma once

#include "tuner/layer/launch_call.hpp"
#include "tuner/layer/objects.hpp"

namespace hone::layer {

bool applies();

/// Launches the original or its substitute.
cl_int apply(const LaunchCall& call);

/// Passes an argument on to the kernels that replace this one. Needs the mutex of objects() held.
void forward_argument(const KernelState& state, cl_uint index);

}  // namespace hone::layer
