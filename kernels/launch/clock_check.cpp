// SPDX-License-Identifier: MIT
// Both clocks time batches of two lengths, and single commands of two lengths. A constant error of
// each event cancels between the first and the last of a batch. The host's overhead is part of both
// batches, so their differences must agree. Other work on the host only makes the host's time
// longer, so one agreement in several tries is enough. The device's time must lie within the
// host's.
#include "kernels/launch/clock_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/launch/event_time.hpp"
#include "kernels/launch/launcher.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double tolerance = 0.1;
constexpr int tries = 8;  // growing length: other work disturbs longer runs less
constexpr cl_uint step = 4;
constexpr cl_uint rounds = 1U << 14;  // Mesa's llvmpipe ends loops after 65,535 rounds
constexpr cl_uint max_launches = 1U << 10;
constexpr cl_uint chunk = 64;  // between flushes: some drivers queue only a few hundred
constexpr std::int64_t shortest_ns = 4'000'000;  // of the longer batch, on the host's clock
constexpr std::int64_t coarsest_ns = 20'000;     // a batch of 50 ticks still takes a millisecond

// Each round needs the one before and the last value is stored, so no compiler can drop a round.
constexpr std::string_view source = R"(
kernel void spin(global uint* out, const uint rounds, const uint times) {
    uint x = out[0];
    for (uint k = 0; k < times; ++k)
        for (uint i = 0; i < rounds; ++i) x = x * 1664525u + 1013904223u;
    out[0] = x;
})";

// One run, timed by both clocks.
struct Times {
    std::int64_t host = 0, device = 0;

    friend Times operator-(const Times& a, const Times& b) {
        return {a.host - b.host, a.device - b.device};
    }
};

bool within(const Times& batch) {
    const auto host = static_cast<double>(batch.host);
    return static_cast<double>(batch.device) <= (1 + tolerance) * host;
}

bool agree(const Times& shorter, const Times& longer, OtherWork other_work) {
    const Times more = longer - shorter;
    const double least = other_work == OtherWork::much ? 0.05 : 1 - tolerance;
    return within(shorter) && within(longer) && within(more) &&
           static_cast<double>(more.device) >= least * static_cast<double>(more.host);
}

/// The driver reports no time stamps for a command.
struct NoTimestamps {
    explicit NoTimestamps(cl_int status) : code(status) {}
    cl_int code;
};

class SpinKernel {
  public:
    SpinKernel(const cl::Context& context, const cl::Device& device, cl::CommandQueue queue)
        : queue_(std::move(queue)), out_(context, CL_MEM_READ_WRITE, sizeof(cl_uint)) {
        const Compiled built = compile(context, device, std::string(source), "");
        if (!built.ok()) throw cl::Error(built.status, "clBuildProgram");
        kernel_ = cl::Kernel(built.program, "spin");
        kernel_.setArg(0, out_);
        kernel_.setArg(2, cl_uint{1});
        constexpr cl_uint seed = 1;
        queue_.enqueueWriteBuffer(out_, CL_TRUE, 0, sizeof seed, &seed);
    }

    /// Times one launch that does the work of `times` launches.
    Times time_long(cl_uint length, cl_uint times) {
        kernel_.setArg(2, times);
        const Times all = time(length, 1);
        kernel_.setArg(2, cl_uint{1});
        return all;
    }

    /// Times consecutive launches.
    Times time(cl_uint length, cl_uint launches) {
        kernel_.setArg(1, length);
        cl::Event first;
        cl::Event last;
        const auto before = Clock::now();
        launch(first);
        last = first;
        for (cl_uint i = 1; i < launches; ++i) {
            if (i % chunk == 0) queue_.flush();
            launch(last);
        }
        last.wait();
        const std::chrono::nanoseconds waited = Clock::now() - before;
        return {waited.count(), time_between(first, last)};
    }

    /// The clock's tick, if some run began and ended within one tick. Otherwise 0: the clock is
    /// finer than all times seen.
    std::int64_t tick_ns() const {
        bool within_one = false;
        for (std::size_t i = 0; i < stamps_.size(); i += 2)
            within_one |= stamps_[i] == stamps_[i + 1];
        if (!within_one) return 0;
        std::vector<cl_ulong> sorted = stamps_;
        std::ranges::sort(sorted);
        cl_ulong least = 0;
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            const cl_ulong distance = sorted[i] - sorted[i - 1];
            if (distance > 0 && (least == 0 || distance < least)) least = distance;
        }
        return static_cast<std::int64_t>(least);
    }

  private:
    void launch(cl::Event& event) const {
        queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(1), cl::NDRange(1), nullptr,
                                    &event);
    }

    std::int64_t time_between(const cl::Event& first, const cl::Event& last) try {
        const cl_ulong start = start_of(first);
        const cl_ulong end = end_of(last);
        stamps_.insert(stamps_.end(), {start, end});
        return static_cast<std::int64_t>(end - start);
    } catch (const cl::Error& error) {
        throw NoTimestamps(error.err());
    }

    cl::CommandQueue queue_;
    cl::Buffer out_;
    cl::Kernel kernel_;
    std::vector<cl_ulong> stamps_;  // start and end of each run
};

// The number of launches that the host's clock resolves; empty if the kernel takes no time. It must
// be resolved twice, because the first launch may compile and other work may delay any launch.
std::optional<cl_uint> clear_launches(SpinKernel& spin) {
    const auto is_clear_twice = [&](cl_uint launches) {
        if (spin.time(rounds, launches).host < shortest_ns) return false;
        return spin.time(rounds, launches).host >= shortest_ns;
    };
    spin.time(rounds, 1);
    for (cl_uint launches = step; launches <= max_launches; launches *= step)
        if (is_clear_twice(launches)) return launches;
    return std::nullopt;
}

// `time` takes the number of launches.
template <class Time>
std::string disagreement(cl_uint launches, OtherWork other_work, const Time& time) {
    Times longer;
    for (int i = 0; i < tries; ++i) {
        const cl_uint most = launches << static_cast<cl_uint>(i / 2);
        const Times shorter = time(most / step);
        longer = time(most);
        if (longer.host < shortest_ns / 8) return {};  // the driver ends long loops
        if (agree(shorter, longer, other_work)) return {};
    }
    return fmt::format("it measured {} ns where the host measured {} ns", longer.device,
                       longer.host);
}

std::string disagreement(SpinKernel& spin, OtherWork other_work) {
    const std::optional<cl_uint> clear = clear_launches(spin);
    if (!clear) return {};
    std::string fault = disagreement(*clear, other_work,
                                     [&](cl_uint launches) { return spin.time(rounds, launches); });
    if (!fault.empty()) return fault;
    return disagreement(*clear, other_work,
                        [&](cl_uint launches) { return spin.time_long(rounds, launches); });
}

std::string coarseness(SpinKernel& spin) {
    constexpr int short_runs = 24;
    for (int i = 0; i < short_runs; ++i) spin.time(1, 1);
    const std::int64_t tick = spin.tick_ns();
    return tick <= coarsest_ns ? "" : fmt::format("it ticks every {} ns", tick);
}

}  // namespace

cl::CommandQueue timed_queue(const cl::Context& context, const cl::Device& device) {
    try {
        return {context, device, CL_QUEUE_PROFILING_ENABLE};
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_QUEUE_PROPERTIES && error.err() != CL_INVALID_VALUE) throw;
        return {context, device};
    }
}

std::string clock_fault(const cl::Context& context, const cl::Device& device,
                        const cl::CommandQueue& queue, OtherWork other_work) try {
    SpinKernel spin(context, device, queue);
    const std::string fault = disagreement(spin, other_work);
    return fault.empty() ? coarseness(spin) : fault;
} catch (const NoTimestamps& missing) {
    return fmt::format(
        "the driver does not report when commands ran (clGetEventProfilingInfo gave {})",
        missing.code);
}

}  // namespace hone
