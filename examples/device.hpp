// SPDX-License-Identifier: MIT
// What the examples share: the first device there is, with a context and a queue, and a stopwatch.
#pragma once

#include <CL/opencl.hpp>
#include <algorithm>
#include <functional>
#include <vector>

struct Here {
    cl::Device device = cl::Device::getDefault();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
};

/// Milliseconds from the first launch's start to the last one's end: the best of a few runs.
inline double milliseconds(const cl::CommandQueue& queue,
                           const std::function<std::vector<cl::Event>()>& enqueue) {
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
        const std::vector<cl::Event> events = enqueue();
        queue.finish();
        const auto start = events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
        const auto end = events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
        best = std::min(best, static_cast<double>(end - start) * 1e-6);
    }
    return best;
}
