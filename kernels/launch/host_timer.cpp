// SPDX-License-Identifier: MIT
// The overhead is the median of several launches of an empty kernel.
#include "kernels/launch/host_timer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kernels/launch/shared_context.hpp"

namespace hone {

HostTimer::HostTimer(const cl::Context& context, const cl::Device& device, cl::CommandQueue queue)
    : queue_(std::move(queue)) {
    const cl::Kernel kernel(shared_program(context, device, "kernel void nothing(void) {}"),
                            "nothing");
    const auto launch = [&] {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    };
    wait_for(launch);  // warm-up: the first launch takes longer
    std::array<std::int64_t, 21> waits{};
    for (std::int64_t& wait : waits) wait = wait_for(launch);
    std::ranges::nth_element(waits, waits.begin() + waits.size() / 2);
    overhead_ns_ = waits[waits.size() / 2];
}

std::int64_t HostTimer::time(const std::function<void()>& enqueue) const {
    return std::max<std::int64_t>(wait_for(enqueue) - overhead_ns_, 1);
}

std::int64_t HostTimer::wait_for(const std::function<void()>& enqueue) const {
    const auto before = std::chrono::steady_clock::now();
    enqueue();
    queue_.finish();
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - before;
    return waited.count();
}

}  // namespace hone
