// SPDX-License-Identifier: MIT
// The start and end of a command of a profiling queue, on the device's clock, in nanoseconds.
#pragma once

#include <CL/opencl.hpp>

namespace hone {

// Not cl::Event's own getter: its error names the non-existent "clGetEventProfileInfo".
inline cl_ulong time_of(const cl::Event& event, cl_profiling_info moment) {
    cl_ulong time = 0;
    const cl_int status = clGetEventProfilingInfo(event(), moment, sizeof time, &time, nullptr);
    if (status != CL_SUCCESS) throw cl::Error(status, "clGetEventProfilingInfo");
    return time;
}

inline cl_ulong start_of(const cl::Event& event) {
    return time_of(event, CL_PROFILING_COMMAND_START);
}

inline cl_ulong end_of(const cl::Event& event) {
    return time_of(event, CL_PROFILING_COMMAND_END);
}

}  // namespace hone
