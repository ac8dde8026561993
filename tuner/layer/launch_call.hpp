// SPDX-License-Identifier: MIT
// The arguments of clEnqueueNDRangeKernel in one struct.
#pragma once

#include <CL/cl.h>

#include "tuner/layer/driver.hpp"

namespace hone::layer {

struct LaunchCall {
    cl_command_queue queue;
    cl_kernel kernel;
    cl_uint dimensions;
    const std::size_t* offset;
    const std::size_t* global;
    const std::size_t* local;
    cl_uint waits;
    const cl_event* list;
    cl_event* event;

    cl_int enqueue() const {
        return driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                             waits, list, event);
    }
};

}  // namespace hone::layer
