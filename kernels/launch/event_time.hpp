// SPDX-License-Identifier: MIT
// When a command of a profiling queue ran, by the device's own clock, in nanoseconds.
#pragma once

#include <CL/opencl.hpp>

namespace hone {

// cl::Event's own error says "clGetEventProfileInfo", which no function is called.
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
