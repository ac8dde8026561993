// SPDX-License-Identifier: MIT
// What the examples share: a device (the first GPU, else the first, or the one whose number
// in `hone devices` HONE_DEVICE says) with a context and a queue, and a stopwatch.
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
    if (number) return all.at(std::strtoul(number, nullptr, 10));
    const auto gpu = std::find_if(all.begin(), all.end(), [](const cl::Device& device) {
        return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    });
    return gpu != all.end() ? *gpu : all.at(0);
}

struct Here {
    cl::Device device = chosen_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
};

/// Milliseconds from the start of the first event to the end of the last one.
inline double milliseconds(const std::vector<cl::Event>& events) {
    const auto start = events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto end = events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return static_cast<double>(end - start) * 1e-6;
}

/// Milliseconds of one run: the median of runs one behind the other, for about half a second.
inline double milliseconds(const cl::CommandQueue& queue,
                           const std::function<std::vector<cl::Event>()>& enqueue) {
    const auto first = enqueue();
    queue.finish();
    const double runs = std::clamp(500 / (milliseconds(first) + 1e-3), 5.0, 500.0);
    std::vector<std::vector<cl::Event>> all(static_cast<std::size_t>(runs));
    for (auto& events : all) events = enqueue();
    queue.finish();
    std::vector<double> times;
    for (const auto& events : all) times.push_back(milliseconds(events));
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}
