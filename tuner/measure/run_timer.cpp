// SPDX-License-Identifier: MIT
// The host waits for every reading of the device's clock, so its time is an upper bound for each.
#include "tuner/measure/run_timer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/event_time.hpp"
#include "tuner/devices/opencl.hpp"

namespace hone {
namespace {

constexpr std::size_t max_batch = 1000;            // runs
constexpr std::size_t batch_growth = 4;            // times the previous number of runs
constexpr std::int64_t max_batch_ns = 50'000'000;  // of the host's clock
constexpr std::int64_t warm_up_ns = 3'000'000;     // of the host's clock
constexpr std::int64_t warm_up_of_cpu_ns = 20'000'000;
constexpr std::int64_t ticks = 50;      // minimal length of a batch, in ticks of the device's clock
constexpr std::int64_t overheads = 20;  // minimal host-timed batch, in launch overheads
constexpr std::int64_t grace_ns = 100'000;
constexpr int tries =
    5;  // to time a batch without other work on the host, or to get events that have times

// A driver may have room for only some hundred launches that are not flushed.
constexpr std::size_t chunk = 64;

// The number of runs that take at least `least` if `runs` took `ns`; at least twice as many.
std::size_t runs_for(std::int64_t least, std::int64_t ns, std::size_t runs) {
    if (ns <= 0) return batch_growth * runs;
    const double wanted = static_cast<double>(least) / static_cast<double>(ns);
    return std::max(2 * runs,
                    static_cast<std::size_t>(std::ceil(wanted * static_cast<double>(runs))));
}

}  // namespace

RunTimer::RunTimer(const LocalDevice& device, const cl::Context& context, cl::CommandQueue queue)
    : context_(context),
      device_(device.handle),
      queue_(std::move(queue)),
      tick_(device.device.timer_resolution_ns),
      warm_up_ns_(device.device.type == "cpu" ? warm_up_of_cpu_ns : warm_up_ns) {
    if (device.clock == TimedBy::host) host_.emplace(context_, device_, queue_);
}

RunTimer::Reading RunTimer::read(LaunchRotation& rotation, std::size_t runs) {
    std::vector<cl::Event> first;
    std::vector<cl::Event> last;
    const auto enqueue = [&] {
        first = last = rotation.next().enqueue(queue_);
        std::size_t waiting = last.size();
        for (std::size_t i = 1; i < runs; ++i) {
            if (waiting >= chunk) {
                queue_.flush();
                waiting = 0;
            }
            last = rotation.next().enqueue(queue_);
            waiting += last.size();
        }
    };
    if (host_) {
        const std::int64_t ns = host_->time(enqueue);
        return {ns, ns};
    }
    const auto before = std::chrono::steady_clock::now();
    enqueue();
    queue_.finish();
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - before;
    const auto ns = static_cast<std::int64_t>(end_of(last.back()) - start_of(first.front()));
    tick_.add(ns);
    return {ns, waited.count()};
}

// If `before_each` is set, each run is timed alone.
RunTimer::Reading RunTimer::read_once(LaunchRotation& rotation, std::size_t runs,
                                      const BeforeRun& before_each) {
    if (!before_each) return read(rotation, runs);
    Reading sum;
    for (std::size_t i = 0; i < runs; ++i) {
        before_each();
        queue_.finish();
        const Reading one = read(rotation, 1);
        sum.ns += one.ns;
        sum.waited_ns += one.waited_ns;
    }
    return sum;
}

// An event without times is not a failure of the config: the reading is repeated.
RunTimer::Reading RunTimer::read(LaunchRotation& rotation, std::size_t runs,
                                 const BeforeRun& before_each) {
    for (int i = 1;; ++i) {
        try {
            return read_once(rotation, runs, before_each);
        } catch (const cl::Error& error) {
            if (error.err() != CL_PROFILING_INFO_NOT_AVAILABLE || i == tries) throw;
        }
    }
}

// A run cannot take longer on the device than the host waited for it, apart from clock drift.
std::string RunTimer::fault_of(const Reading& reading, std::int64_t runs) const {
    const std::int64_t most =
        reading.waited_ns + reading.waited_ns / 10 + grace_ns + 2 * tick_.reported_ns();
    if (reading.ns >= runs && reading.ns <= most) return {};
    if (host_) return fmt::format("{} runs are too short for the host's clock", runs);
    return fmt::format("the device's clock measured {} ns for a run that the host waited {} ns for",
                       reading.ns, reading.waited_ns);
}

RunTime RunTimer::time(LaunchRotation& rotation, std::size_t runs, const BeforeRun& before_each) {
    const auto count = static_cast<std::int64_t>(runs);
    Reading reading = read(rotation, runs, before_each);
    std::string fault = fault_of(reading, count);
    for (int i = 1; !fault.empty() && i < tries; ++i) {
        reading = read(rotation, runs, before_each);
        fault = fault_of(reading, count);
    }
    return {reading.ns / count, fault};
}

RunTime RunTimer::time_once(LaunchRotation& rotation) try {
    const Reading reading = read(rotation, 1);
    return {reading.ns, fault_of(reading, 1)};
} catch (const cl::Error& error) {
    if (error.err() != CL_PROFILING_INFO_NOT_AVAILABLE) throw;
    return {0, error_text(error)};
}

void RunTimer::run(LaunchRotation& rotation, const BeforeRun& before_each) const {
    if (before_each) before_each();
    rotation.next().enqueue(queue_);
    queue_.finish();
}

// Runs without a gap until the system has moved two of a CPU's threads that share a core apart:
// waiting for each run doubled the times of short kernels. In the first run, the host may also have
// waited for a compiler.
RunTimer::Reading RunTimer::read_when_warm(LaunchRotation& rotation, const BeforeRun& before_each,
                                           std::optional<std::int64_t> just_ran) {
    if (just_ran && *just_ran > warm_up_ns_) return {*just_ran, *just_ran};
    const Reading first = read(rotation, 1, before_each);
    if (first.ns > warm_up_ns_) return first;
    const Reading second = read(rotation, 1, before_each);
    const std::int64_t runs = warm_up_ns_ / std::max<std::int64_t>(second.waited_ns, 1);
    if (runs == 0) return second;
    read(rotation, std::min(max_batch, static_cast<std::size_t>(runs)), before_each);
    return read(rotation, 1, before_each);
}

// Shorter runs are timed in batches.
std::int64_t RunTimer::shortest_batch_ns() const {
    return host_ ? overheads * host_->overhead_ns() : ticks * tick_.ns();
}

// Batches include the host's launch overhead between runs: beside builds on all cores, runs of
// 12 µs took 15, regardless of their config. So single runs are read until the clock's true tick is
// known, which may make batches unnecessary.
RunTimer::Reading RunTimer::read_until_tick_is_known(LaunchRotation& rotation,
                                                     const BeforeRun& before_each,
                                                     Reading reading) {
    for (int i = 0; i < ClockTick::enough; ++i) {
        if (host_ || tick_.is_known() || reading.ns >= shortest_batch_ns()) break;
        reading = read(rotation, 1, before_each);
    }
    return reading;
}

std::size_t RunTimer::warm_up(LaunchRotation& rotation, const BeforeRun& before_each,
                              std::optional<std::int64_t> just_ran) {
    std::size_t runs = 1;
    Reading reading = read_until_tick_is_known(rotation, before_each,
                                               read_when_warm(rotation, before_each, just_ran));
    const std::int64_t least = shortest_batch_ns();
    for (;;) {
        // Host times can be disturbed: a batch counts as long enough only the second time.
        if (host_ && reading.ns >= least) {
            const Reading again = read(rotation, runs, before_each);
            if (again.ns < reading.ns) reading = again;
        }
        const bool grows =
            reading.ns < least && reading.waited_ns < max_batch_ns && runs < max_batch;
        if (!grows) return runs;
        runs = std::min({max_batch, batch_growth * runs, runs_for(least, reading.ns, runs)});
        reading = read(rotation, runs, before_each);
    }
}

std::string RunTimer::fault_by_now() const {
    return host_ ? "" : clock_fault(context_, device_, queue_, OtherWork::much);
}

}  // namespace hone
