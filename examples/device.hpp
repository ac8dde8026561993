// SPDX-License-Identifier: MIT
// Shared code of the examples: a device with a context and a queue, a stopwatch, and errors in one
// line. The device is the first GPU, else the first device. HONE_DEVICE selects another one by its
// number in `hone devices`.
#pragma once

#include <CL/opencl.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
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
    const std::size_t wanted = number ? std::strtoul(number, nullptr, 10) : 0;
    if (wanted >= all.size())
        throw std::runtime_error("there is no device " + std::to_string(wanted) +
                                 ": see hone devices");
    if (number) return all[wanted];
    const auto gpu = std::find_if(all.begin(), all.end(), [](const cl::Device& device) {
        return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    });
    return gpu != all.end() ? *gpu : all.front();
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

/// The time of one run, and whether it is from the host's clock.
struct Time {
    double ms;
    bool by_host;
    operator double() const { return ms; }
};

inline std::ostream& operator<<(std::ostream& out, const Time& time) {
    return out << time.ms << (time.by_host ? " ms by the host's clock" : " ms");
}

/// Milliseconds of all runs without pauses, by the host's clock; their events are stored in `all`.
inline double milliseconds_by_host(const cl::CommandQueue& queue,
                                   const std::function<std::vector<cl::Event>()>& enqueue,
                                   std::vector<std::vector<cl::Event>>& all) {
    const auto start = std::chrono::steady_clock::now();
    for (auto& events : all) events = enqueue();
    queue.finish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

/// The median time of a run, from runs without pauses for about half a second. If the events are
/// implausible (longer than by the host's clock, or close to zero), the host's time is used.
inline Time milliseconds(const cl::CommandQueue& queue,
                         const std::function<std::vector<cl::Event>()>& enqueue) {
    std::vector<std::vector<cl::Event>> all(1);
    milliseconds_by_host(queue, enqueue, all);  // warm-up: the first run is slower
    const double once = milliseconds_by_host(queue, enqueue, all);
    all.resize(static_cast<std::size_t>(std::clamp(500 / (once + 1e-3), 5.0, 500.0)));
    const double by_host =
        milliseconds_by_host(queue, enqueue, all) / static_cast<double>(all.size());
    std::vector<double> times;
    for (const auto& events : all) times.push_back(milliseconds(events));
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    const double median = times[times.size() / 2];
    const bool can_be = median > by_host / 100 && median < by_host * 2;
    return {can_be ? median : by_host, !can_be};
}

/// The return value of main; prints an error in one line.
inline int in_one_line(const std::function<int()>& work) {
    try {
        return work();
    } catch (const cl::Error& error) {
        std::cerr << error.what() << " gave " << error.err() << '\n';
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
    }
    return 1;
}
