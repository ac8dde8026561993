// SPDX-License-Identifier: MIT
// All by the device's own clock.
#include "tuner/probing/probe_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <optional>

#include "db/model/median_interval.hpp"
#include "kernels/launch/event_time.hpp"
#include "kernels/launch/launcher.hpp"
#include "spaces/base/error.hpp"
#include "tuner/embedded.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double race_ns = 600e6;                      // of the device, for all ways of one probe
constexpr std::chrono::milliseconds timing_time{250};  // for the one that won
constexpr std::size_t least_samples = 7;               // the fewest from which an interval follows
constexpr std::size_t most_samples = 50;

std::string first_complaint(const std::string& log) {
    const std::size_t error = log.find("error");
    if (error == std::string::npos) return "the compiler refuses it";
    const std::string line = log.substr(error, log.find('\n', error) - error);
    return line.substr(line.rfind(": ") + 2);  // without the file, which is gone by now
}

/// What a load gives, of samples that are taken while there is time.
Probe timed(const Track& track, const Load& load, Clock::duration time) {
    Probe probe;
    probe.how = load.how;
    const auto end = Clock::now() + time;
    while (probe.samples.size() < most_samples &&
           (probe.samples.size() < least_samples || Clock::now() < end))
        probe.samples.push_back(std::max<std::int64_t>(track.once(load), 1));
    return probe;
}

double per_second(double amount, double nanoseconds) {
    return amount / (nanoseconds * 1e-9);
}

}  // namespace

Track::Track(const Found& found)
    : device_(found.device),
      handle_(found.handle),
      context_(handle_),
      queue_(context_, handle_, cl::QueueProperties::Profiling) {}

cl::Program Track::build(const std::string& defines) const {
    const std::string own = device_.type == "cpu" ? " -DOWN" : "";
    Compiled compiled = compile(context_, handle_, std::string(embedded::tuner::find("probing/probe.cl")),
                                "-DMULTIPLY_ADD=fma " + defines + own);
    if (!compiled.ok()) throw Error(Exit::no, first_complaint(compiled.log));
    return compiled.program;
}

std::int64_t Track::once(const Load& load) const {
    cl::Event event;
    queue_.enqueueNDRangeKernel(load.kernel, cl::NullRange, load.items, load.group, nullptr,
                                &event);
    event.wait();
    return static_cast<std::int64_t>(end_of(event) - start_of(event));
}

Probe Track::best(const Load& load) const {
    Probe probe = timed(*this, load, timing_time);
    probe.value = per_second(load.amount, static_cast<double>(std::ranges::min(probe.samples)));
    return probe;
}

Probe Track::typical(const Load& load) const {
    Probe probe = timed(*this, load, {});
    probe.value = per_second(load.amount, estimate(probe.samples).median);
    return probe;
}

Probe Track::race(std::span<const Way> ways, const std::function<Load(const Way&)>& make) const {
    std::optional<Load> best_load;
    double fastest = 0;
    std::string complaint;
    double spent_ns = 0;
    for (const Way& way : ways) {
        if (spent_ns > race_ns) break;
        try {
            const Load load = make(way);
            const std::array<std::int64_t, 3> tried{once(load), once(load), once(load)};
            const auto ns = static_cast<double>(std::max<std::int64_t>(std::ranges::min(tried), 1));
            spent_ns += static_cast<double>(std::accumulate(tried.begin(), tried.end(), 0LL));
            if (load.amount / ns > fastest) best_load = load, fastest = load.amount / ns;
        } catch (const Error& error) {
            complaint = error.what();
        } catch (const cl::Error& error) {
            complaint = fmt::format("{} failed with {}", error.what(), error.err());
        }
    }
    if (best_load) return best(*best_load);
    Probe none;
    none.message = complaint;
    return none;
}

}  // namespace hone
