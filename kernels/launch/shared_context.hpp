// SPDX-License-Identifier: MIT
// One context of a device for all that a process does on it, one thing after the other: to make one takes time,
// and what libraries compile and drivers cache is kept with it.
#pragma once

#include <CL/opencl.hpp>

namespace hone {

cl::Context shared_context(const cl::Device& device);

}  // namespace hone
