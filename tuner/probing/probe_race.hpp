// SPDX-License-Identifier: MIT
// Times the workloads of a probe with the device's events, or on the host if these are unreliable.
// Each of several variants runs three times; then the fastest is timed thoroughly. All takes about
// a second.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/model/probe.hpp"
#include "kernels/launch/host_timer.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/devices/opencl.hpp"

namespace hone {

/// A kernel that is ready to run, and the amount that it moves or computes.
struct ProbeWorkload {
    cl::Kernel kernel;
    std::size_t items, group;
    double amount;
    std::string description;
};

/// Runs and times workloads on one device.
class ProbeTimer {
  public:
    explicit ProbeTimer(const LocalDevice& local);

    /// Builds the kernels of probe.cl with these defines. Throws an Error with the compiler's first
    /// message if that fails.
    cl::Program build(const std::string& defines) const;
    /// Builds another source, and rewrites it for `target` unless that is empty.
    cl::Program build_text(const std::string& source, const std::string& options,
                           std::string_view target) const;

    /// Runs the workload once, and returns the time in nanoseconds.
    std::int64_t time_run(const ProbeWorkload& workload) const;
    /// Returns the highest amount per second of several runs: other work on the device can only
    /// lower it.
    Probe best(const ProbeWorkload& workload) const;
    /// Returns the median amount per second of a few runs. For sweeps, whose points are compared
    /// with each other.
    Probe typical(const ProbeWorkload& workload) const;
    /// Returns the best result of the fastest variant. Variants that cannot be built or launched
    /// are skipped.
    Probe time_variants(std::size_t variants,
                        const std::function<ProbeWorkload(std::size_t)>& make) const;

    const Device& device() const { return device_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }
    const std::optional<HostTimer>& host() const { return host_; }

  private:
    Device device_;
    cl::Device handle_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::optional<HostTimer> host_;  // set if the host times the device
};

}  // namespace hone
