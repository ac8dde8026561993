// SPDX-License-Identifier: MIT
// Times runs of a config: by the events of the device, or by the host where those cannot be
// believed. So many runs are timed at once that the clock can resolve them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>

#include "kernels/launch/host_timer.hpp"
#include "kernels/launch/launch_turns.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The time of one run, or why the clock cannot have measured it.
struct RunTime {
    std::int64_t ns = 0;
    std::string fault;
};

/// What comes before each run and is not timed; empty where there is nothing.
using BeforeRun = std::function<void()>;

/// How finely a clock counts: what all that it has measured are multiples of. Some count more finely than they
/// tell; NVIDIA's driver tells 1 µs and counts 32 ns.
class ClockTick {
  public:
    explicit ClockTick(std::int64_t told_ns) : told_ns_(std::max<std::int64_t>(told_ns, 1)) {}

    void add(std::int64_t measured_ns) {
        if (measured_ns <= 0) return;
        divisor_ns_ = std::gcd(divisor_ns_, measured_ns);
        ++measured_;
    }
    std::int64_t told_ns() const { return told_ns_; }
    /// As told, until enough was measured.
    std::int64_t ns() const { return is_known() ? std::min(told_ns_, divisor_ns_) : told_ns_; }
    bool is_known() const { return measured_ >= enough; }

    static constexpr int enough = 12;  // by chance all of so many have no further divisor

  private:
    std::int64_t told_ns_;
    std::int64_t divisor_ns_ = 0;
    int measured_ = 0;
};

class RunTimer {
  public:
    /// The queue is one of the context, and has profiling unless the host times the device.
    RunTimer(const LocalDevice& device, const cl::Context& context, cl::CommandQueue queue);

    /// The time of one run of all launches, from the first start to the last end, averaged over so
    /// many consecutive runs.
    /// Events whose times are missing or cannot be are some of many on a few drivers: the runs are repeated then.
    RunTime time(LaunchTurns& turns, std::size_t runs, const BeforeRun& before_each);
    /// Runs once and no more, whatever the clock says.
    RunTime time_once(LaunchTurns& turns);
    /// Runs for some milliseconds, so that caches, clocks and threads are as they stay, and says how many
    /// runs to time at once. Their number grows step by step, and never past what takes long by the
    /// host's clock, whatever the device's says. `just_ran`: what its last run took, where that was timed; a
    /// long one has warmed up.
    std::size_t warm_up(LaunchTurns& turns, const BeforeRun& before_each,
                        std::optional<std::int64_t> just_ran = std::nullopt);

    /// Runs once and is not timed.
    void run(LaunchTurns& turns, const BeforeRun& before_each) const;

    /// Compares the clocks again: why the device's is not to be believed any more.
    std::string fault_by_now() const;

    const std::optional<HostTimer>& host() const { return host_; }

  private:
    /// Of several runs, by the device's clock and by the host's.
    struct Reading {
        std::int64_t ns = 0, waited_ns = 0;
    };
    Reading read(LaunchTurns& turns, std::size_t runs);
    Reading read_once(LaunchTurns& turns, std::size_t runs, const BeforeRun& before_each);
    Reading read(LaunchTurns& turns, std::size_t runs, const BeforeRun& before_each);
    Reading read_when_warm(LaunchTurns& turns, const BeforeRun& before_each,
                           std::optional<std::int64_t> just_ran);
    Reading read_until_tick_is_known(LaunchTurns& turns, const BeforeRun& before_each,
                                     Reading reading);
    std::int64_t shortest_batch_ns() const;
    std::string fault_of(const Reading& reading, std::int64_t runs) const;

    cl::Context context_;
    cl::Device device_;
    cl::CommandQueue queue_;
    ClockTick tick_;  // of the device's clock
    std::int64_t warm_up_ns_;
    std::optional<HostTimer> host_;
};

}  // namespace hone
