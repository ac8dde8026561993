// SPDX-License-Identifier: MIT
// A probe stores its times and one value, from which the other values follow. The value belongs to
// the shortest time, or to the median in sweeps and latencies.
#include "reports/evidence/probe_spread.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

constexpr double sustained = 0.8;    // of the fastest
constexpr double resolution = 1e12;  // the longest time in integer units: exact enough

// Converts a rate to seconds per byte or operation, since the amount of work differs between runs.
void add_times(const Probe& probe, std::vector<double>& times) {
    const double median = median_interval(probe.samples).median;
    const double told = probe.name.ends_with("_sweep")
                            ? median
                            : static_cast<double>(std::ranges::min(probe.samples));
    for (const std::int64_t sample : probe.samples) {
        const auto time = static_cast<double>(sample);
        times.push_back(is_rate(probe) ? time / (told * probe.value) : time);
    }
}

ProbeSpread spread_of(const std::vector<double>& times, bool rates) {
    const double longest = std::ranges::max(times);
    const double unit = longest / resolution;
    Samples samples;
    for (const double time : times)
        samples.push_back(std::max<std::int64_t>(std::llround(time / unit), 1));
    ProbeSpread spread;
    spread.time = median_interval(samples);
    const auto told = [&](double time) { return rates ? 1 / (time * unit) : time * unit; };
    spread.median = told(spread.time.median);
    spread.low = told(rates ? spread.time.high : spread.time.low);
    spread.high = told(rates ? spread.time.low : spread.time.high);
    spread.slowest = rates ? 1 / longest : longest;
    const double shortest = std::ranges::min(times);
    spread.fastest = rates ? 1 / shortest : shortest;
    spread.repeats = times.size();
    return spread;
}

}  // namespace

bool is_rate(const Probe& probe) {
    return probe.unit == "B/s" || probe.unit == "FLOP/s";
}

bool ProbeSpread::unsteady() const {
    return known() && std::min(slowest, fastest) < sustained * std::max(slowest, fastest);
}

ProbeSpreads spreads_of(const std::vector<Probe>& runs) {
    struct Repeats {
        std::vector<double> times;
        std::size_t runs = 0;
        bool rates = false;
    };
    std::map<ProbePoint, Repeats> all;
    for (const Probe& probe : runs) {
        if (probe.value <= 0 || probe.samples.empty()) continue;
        Repeats& repeats = all[{probe.name, probe.point}];
        ++repeats.runs;
        repeats.rates = is_rate(probe);
        add_times(probe, repeats.times);
    }
    ProbeSpreads spreads;
    for (const auto& [point, repeats] : all) {
        ProbeSpread& spread = spreads[point] = spread_of(repeats.times, repeats.rates);
        spread.runs = repeats.runs;
        spread.unit_is_rate = repeats.rates;
    }
    return spreads;
}

}  // namespace hone
