// SPDX-License-Identifier: MIT
// From a query to built launches. If an answer cannot be built, the next one is tried.
#pragma once

#include "db/launch/launch_sequence.hpp"
#include "db/lookup/tuned.hpp"

namespace hone::launch {

/// Builds the best answer that can be built; rewrites its program if the driver accepts that.
/// Throws a Failure with the reason if there is no such answer.
LaunchSequence find_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                             cl_context context, cl_device_id device);

/// Finds the answer for this device, after checking whether its driver accepts rewritten programs.
TunedKernel find_for(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                     cl_context context, cl_device_id device);

}  // namespace hone::launch
