// SPDX-License-Identifier: MIT
// What the examples share: a device (the first, or the one whose number in `hone devices`
// HONE_DEVICE says) with a context and a queue, and a stopwatch.
#pragma once

#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

inline cl::Device chosen_device() {
    const char* number = std::getenv("HONE_DEVICE");
    std::vector<cl::Platform> platforms;
    std::vector<cl::Device> all;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &some);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all.at(number ? std::strtoul(number, nullptr, 10) : 0);
}

struct Here {
    cl::Device device = chosen_device();
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
