// SPDX-License-Identifier: MIT
// All times of a device come from the same clock.
#include "tuner/probing/probe_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <optional>

#include "db/model/median_interval.hpp"
#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/event_time.hpp"
#include "kernels/launch/launcher.hpp"
#include "kernels/launch/ptx_rewrite.hpp"
#include "spaces/base/error.hpp"
#include "tuner/embedded.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double selection_ns = 600e6;  // of device time, for all variants of one probe
constexpr std::chrono::milliseconds timing_duration{250};  // for the fastest variant
constexpr std::size_t min_samples = 7;                     // the fewest with a confidence interval
constexpr std::size_t max_samples = 50;

std::string first_compiler_error(const std::string& log) {
    const std::size_t error = log.find("error");
    if (error == std::string::npos) return "the compiler rejects it";
    const std::string line = log.substr(error, log.find('\n', error) - error);
    const std::size_t name = line.rfind(": ");  // of the temporary file
    return name == line.npos ? line : line.substr(name + 2);
}

/// Samples a workload until the time is up.
Probe timed(const ProbeTimer& timer, const ProbeWorkload& workload, Clock::duration time) {
    Probe probe;
    probe.how = workload.description;
    const auto end = Clock::now() + time;
    while (probe.samples.size() < max_samples &&
           (probe.samples.size() < min_samples || Clock::now() < end))
        probe.samples.push_back(std::max<std::int64_t>(timer.time_run(workload), 1));
    return probe;
}

double per_second(double amount, double nanoseconds) {
    return amount / (nanoseconds * 1e-9);
}

}  // namespace

ProbeTimer::ProbeTimer(const LocalDevice& local)
    : device_(local.device),
      handle_(local.handle),
      context_(handle_),
      queue_(timed_queue(context_, handle_)) {
    if (local.clock == TimedBy::host) host_.emplace(context_, handle_, queue_);
}

cl::Program ProbeTimer::build(const std::string& defines) const {
    const std::string own = device_.type == "cpu" ? " -DOWN" : "";
    return build_text(std::string(embedded::tuner::find("probing/probe.cl")),
                      "-DMULTIPLY_ADD=fma " + defines + own, "");
}

cl::Program ProbeTimer::build_text(const std::string& source, const std::string& options,
                                   std::string_view target) const {
    Compiled compiled = compile(context_, handle_, source, options);
    if (compiled.ok() && !target.empty())
        compiled = rewrite(compiled, context_, handle_, target, "");
    if (!compiled.ok()) throw Error(Exit::no, first_compiler_error(compiled.log));
    return compiled.program;
}

std::int64_t ProbeTimer::time_run(const ProbeWorkload& workload) const {
    cl::Event event;
    const auto enqueue = [&] {
        queue_.enqueueNDRangeKernel(workload.kernel, cl::NullRange, workload.items, workload.group,
                                    nullptr, &event);
    };
    if (host_) return host_->time(enqueue);
    enqueue();
    event.wait();
    return static_cast<std::int64_t>(end_of(event) - start_of(event));
}

Probe ProbeTimer::best(const ProbeWorkload& workload) const {
    Probe probe = timed(*this, workload, timing_duration);
    probe.value = per_second(workload.amount, static_cast<double>(std::ranges::min(probe.samples)));
    return probe;
}

Probe ProbeTimer::typical(const ProbeWorkload& workload) const {
    Probe probe = timed(*this, workload, {});
    probe.value = per_second(workload.amount, median_interval(probe.samples).median);
    return probe;
}

Probe ProbeTimer::time_variants(std::size_t variants,
                                const std::function<ProbeWorkload(std::size_t)>& make) const {
    std::optional<ProbeWorkload> best_workload;
    double fastest = 0;
    std::string failure;
    double spent_ns = 0;
    for (std::size_t variant = 0; variant < variants; ++variant) {
        if (spent_ns > selection_ns) break;
        try {
            const ProbeWorkload workload = make(variant);
            const std::array<std::int64_t, 3> tried{time_run(workload), time_run(workload),
                                                    time_run(workload)};
            const auto ns = static_cast<double>(std::max<std::int64_t>(std::ranges::min(tried), 1));
            spent_ns += static_cast<double>(std::accumulate(tried.begin(), tried.end(), 0LL));
            if (workload.amount / ns > fastest)
                best_workload = workload, fastest = workload.amount / ns;
        } catch (const Error& error) {
            failure = error.what();
        } catch (const cl::Error& error) {
            failure = fmt::format("{} failed with {}", error.what(), error.err());
        }
    }
    if (best_workload) return best(*best_workload);
    Probe none;
    none.message = failure;
    return none;
}

}  // namespace hone
