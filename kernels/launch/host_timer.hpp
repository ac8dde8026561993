// SPDX-License-Identifier: MIT
// Times runs on the host's clock, for devices whose own clock is not credible.
#pragma once

#include <CL/opencl.hpp>
#include <chrono>
#include <cstdint>
#include <functional>

namespace hone {

class HostTimer {
  public:
    /// Measures the launch overhead, which is subtracted from every time.
    HostTimer(const cl::Context& context, const cl::Device& device, cl::CommandQueue queue);

    /// Nanoseconds until the queue has finished the enqueued work; at least 1.
    std::int64_t time(const std::function<void()>& enqueue) const;

    /// The overhead that is subtracted.
    std::int64_t overhead_ns() const { return overhead_ns_; }

  private:
    std::int64_t wait_for(const std::function<void()>& enqueue) const;

    cl::CommandQueue queue_;
    std::int64_t overhead_ns_ = 0;
};

}  // namespace hone
