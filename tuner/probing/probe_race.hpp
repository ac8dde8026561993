// SPDX-License-Identifier: MIT
// Times the workloads of a probe by the device's events, or by the host where those are not to be
// believed. Of several variants, each runs three times, then the fastest is timed properly, all
// within about a second.
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

/// A kernel that is ready to run, and how much it moves or computes.
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

    /// Builds the kernels of probe.cl with these defines; an Error with the compiler's first
    /// message.
    cl::Program build(const std::string& defines) const;
    /// Builds another text, and rewrites it for this target where one is named.
    cl::Program build_text(const std::string& source, const std::string& options,
                           std::string_view target) const;

    /// Runs it once; the time in nanoseconds.
    std::int64_t time_run(const ProbeWorkload& workload) const;
    /// The highest amount per second of several runs: other work on the device can only lower it.
    Probe best(const ProbeWorkload& workload) const;
    /// The median amount per second of a few runs, for sweeps, whose points are compared with each
    /// other.
    Probe typical(const ProbeWorkload& workload) const;
    /// The best of the fastest variant; a variant that cannot be built or launched does not take
    /// part.
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
    std::optional<HostTimer> host_;  // where it times the device
};

}  // namespace hone
