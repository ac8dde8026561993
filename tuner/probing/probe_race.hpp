// SPDX-License-Identifier: MIT
// Where the ways of doing one thing race: a device with a queue that knows when what was run. Each
// way runs three times for its place, then the fastest is timed properly, all within about a
// second.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/devices/opencl.hpp"
#include "tuner/probing/probe_variants.hpp"

namespace hone {

/// Something ready to be run, and how much it moves or computes.
struct Load {
    cl::Kernel kernel;
    std::size_t items, group;
    double amount;
    std::string how;
};

/// Runs and times loads on one device.
class Track {
  public:
    explicit Track(const Found& found);

    /// The kernels of probe.cl with these defines; an Error with the compiler's first complaint.
    cl::Program build(const std::string& defines) const;

    /// Runs it once, in nanoseconds of the device.
    std::int64_t once(const Load& load) const;
    /// The amount per second at best: what was reached once can be reached, and whoever disturbs a
    /// device only takes from it.
    Probe best(const Load& load) const;
    /// The amount per second in the median of few runs: a sweep's points are compared among
    /// themselves.
    Probe typical(const Load& load) const;
    /// The best of the fastest way; a way that cannot be built or launched does not take part.
    Probe race(std::span<const Way> ways, const std::function<Load(const Way&)>& make) const;

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
