// SPDX-License-Identifier: MIT
// When a command of a profiling queue ran, by the device's own clock, in nanoseconds.
#pragma once

#include <CL/opencl.hpp>

namespace hone {

inline cl_ulong start_of(const cl::Event& event) {
    return event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
}

inline cl_ulong end_of(const cl::Event& event) {
    return event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
}

}  // namespace hone
