// SPDX-License-Identifier: MIT
// Times runs by the host's clock, where a device's own cannot be believed.
#pragma once

#include <CL/opencl.hpp>
#include <chrono>
#include <cstdint>
#include <functional>

namespace hone {

class HostTimer {
  public:
    /// Measures what a launch of nothing takes, which is taken off every time.
    HostTimer(const cl::Context& context, const cl::Device& device, cl::CommandQueue queue);

    /// Nanoseconds until the queue has finished what is enqueued; 1 at least.
    std::int64_t time(const std::function<void()>& enqueue) const;

    /// What is taken off.
    std::int64_t overhead_ns() const { return overhead_ns_; }

  private:
    std::int64_t wait_for(const std::function<void()>& enqueue) const;

    cl::CommandQueue queue_;
    std::int64_t overhead_ns_ = 0;
};

}  // namespace hone
