// SPDX-License-Identifier: MIT
// From a question to launches that are built: an answer that cannot be built here gives way to the
// next.
#pragma once

#include "db/launch/launch_sequence.hpp"
#include "db/lookup/tuned.hpp"

namespace hone::launch {

/// The best answer that can be built, its program rewritten where the driver takes that. Throws a
/// Failure with the reason where there is none.
LaunchSequence find_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                             cl_context context, cl_device_id device);

/// The answer for this device, of which it is known whether it takes rewritten programs.
TunedKernel find_for(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                     cl_context context, cl_device_id device);

}  // namespace hone::launch
