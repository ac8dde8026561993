// SPDX-License-Identifier: MIT
// Times the workloads of a probe by the device's events. Of several variants, each runs three
// times, then the fastest is timed properly, all within about a second.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/devices/opencl.hpp"
#include "tuner/probing/probe_variants.hpp"

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

    /// Runs it once; the device's time in nanoseconds.
    std::int64_t time_run(const ProbeWorkload& workload) const;
    /// The highest amount per second of several runs: other work on the device can only lower it.
    Probe best(const ProbeWorkload& workload) const;
    /// The median amount per second of a few runs, for sweeps, whose points are compared with each
    /// other.
    Probe typical(const ProbeWorkload& workload) const;
    /// The best of the fastest variant; a variant that cannot be built or launched does not take
    /// part.
    Probe time_variants(std::span<const ProbeVariant> variants,
                        const std::function<ProbeWorkload(const ProbeVariant&)>& make) const;

    const Device& device() const { return device_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }

  private:
    Device device_;
    cl::Device handle_;
    cl::Context context_;
    cl::CommandQueue queue_;
};

}  // namespace hone
