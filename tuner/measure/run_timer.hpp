// SPDX-License-Identifier: MIT
// Times runs of a config: by the device's events, or by the host if the events are unreliable.
// Enough runs are timed at once for the clock to resolve them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>

#include "kernels/launch/host_timer.hpp"
#include "kernels/launch/launch_rotation.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// The time of one run, or the reason why the clock cannot have measured it.
struct RunTime {
    std::int64_t ns = 0;
    std::string fault;
};

/// Work before each run that is not timed; empty if there is none.
using BeforeRun = std::function<void()>;

/// The clock's true resolution: the greatest common divisor of its times. It may be finer than the
/// driver reports: NVIDIA's driver reports 1 µs and counts in steps of 32 ns.
class ClockTick {
  public:
    explicit ClockTick(std::int64_t reported_ns)
        : reported_ns_(std::max<std::int64_t>(reported_ns, 1)) {}

    void add(std::int64_t measured_ns) {
        if (measured_ns <= 0) return;
        divisor_ns_ = std::gcd(divisor_ns_, measured_ns);
        ++measured_;
    }
    std::int64_t reported_ns() const { return reported_ns_; }
    /// The reported resolution, until enough times were measured.
    std::int64_t ns() const {
        return is_known() ? std::min(reported_ns_, divisor_ns_) : reported_ns_;
    }
    bool is_known() const { return measured_ >= enough; }

    static constexpr int enough = 12;  // fewer times may have a larger common divisor by chance

  private:
    std::int64_t reported_ns_;
    std::int64_t divisor_ns_ = 0;
    int measured_ = 0;
};

class RunTimer {
  public:
    /// The queue belongs to the context, and has profiling unless the host times the device.
    RunTimer(const LocalDevice& device, const cl::Context& context, cl::CommandQueue queue);

    /// Returns the time of one run of all launches, from the first start to the last end, averaged
    /// over `runs` consecutive runs. On a few drivers some events have missing or impossible times:
    /// the runs are then repeated.
    RunTime time(LaunchRotation& rotation, std::size_t runs, const BeforeRun& before_each);
    /// Runs exactly once, even if the clock's time is implausible.
    RunTime time_once(LaunchRotation& rotation);
    /// Runs for some milliseconds, until caches, clocks and threads have settled. Returns the
    /// number of runs to time at once. The number grows step by step, up to a limit on the host's
    /// time, regardless of the device's time. `just_ran` is the time of the last run, if known; a
    /// long run has already warmed up.
    std::size_t warm_up(LaunchRotation& rotation, const BeforeRun& before_each,
                        std::optional<std::int64_t> just_ran = std::nullopt);

    /// Runs once without timing.
    void run(LaunchRotation& rotation, const BeforeRun& before_each) const;

    /// Compares the clocks again. Returns why the device's clock is no longer reliable; empty if it
    /// is.
    std::string fault_by_now() const;

    const std::optional<HostTimer>& host() const { return host_; }

  private:
    /// The time of several runs, by the device's clock and by the host's.
    struct Reading {
        std::int64_t ns = 0, waited_ns = 0;
    };
    Reading read(LaunchRotation& rotation, std::size_t runs);
    Reading read_once(LaunchRotation& rotation, std::size_t runs, const BeforeRun& before_each);
    Reading read(LaunchRotation& rotation, std::size_t runs, const BeforeRun& before_each);
    Reading read_when_warm(LaunchRotation& rotation, const BeforeRun& before_each,
                           std::optional<std::int64_t> just_ran);
    Reading read_until_tick_is_known(LaunchRotation& rotation, const BeforeRun& before_each,
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
