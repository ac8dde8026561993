// SPDX-License-Identifier: MIT
// Each fault describes one way in which a meter was wrong, or could be.
#include "tuner/power/power_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hone {
namespace {

constexpr std::size_t least_steps = 8;  // of a counter, so that the times of its ends are precise
constexpr double least_part = 0.75;     // of the load; the steps must span it
constexpr double largest_step = 0.25;   // of all energy: a sustained load has no jump
constexpr double agreement = 2;         // largest ratio of two meters of one device
constexpr double least_watts = 0.05;    // for any device that works
constexpr double most_watts = 5000;     // for one board
constexpr double over_limit = 4;        // times the limit, for a short time
constexpr double held_back_part = 0.1;  // of the readings

constexpr std::array<std::pair<HeldBack, const char*>, 5> words{{{by_power, "power limit"},
                                                                 {by_temperature, "temperature"},
                                                                 {by_power_brake, "power brake"},
                                                                 {by_hardware, "hardware"},
                                                                 {by_setting, "clock setting"}}};

struct Watts {
    double value = 0;
    std::string fault = {};
};

struct Step {
    double at, joules;
};

/// The readings at which the counter changed.
std::vector<Step> steps_of(std::span<const PowerReading> readings) {
    std::vector<Step> steps;
    std::optional<double> last;
    for (const PowerReading& reading : readings) {
        if (!reading.joules) continue;
        if (last && *reading.joules != *last) steps.push_back({reading.at, *reading.joules});
        last = reading.joules;
    }
    return steps;
}

bool goes_backward(std::span<const PowerReading> readings) {
    std::optional<double> last;
    for (const PowerReading& reading : readings) {
        if (reading.joules && last && *reading.joules < *last) return true;
        if (reading.joules) last = reading.joules;
    }
    return false;
}

double largest_rise(const std::vector<Step>& steps) {
    double largest = 0;
    for (std::size_t i = 1; i < steps.size(); ++i)
        largest = std::max(largest, steps[i].joules - steps[i - 1].joules);
    return largest;
}

Watts counter_watts(std::span<const PowerReading> readings) {
    if (goes_backward(readings)) return {.fault = "the energy counter went backward"};
    const std::vector<Step> steps = steps_of(readings);
    if (steps.empty()) return {.fault = "the energy counter stands still"};
    const double load = readings.back().at - readings.front().at;
    const double span = steps.back().at - steps.front().at;
    if (steps.size() < least_steps || span < least_part * load)
        return {.fault = fmt::format("the energy counter moved {} times in {:.1f} s, too seldom",
                                     steps.size(), load)};
    const double joules = steps.back().joules - steps.front().joules;
    if (largest_rise(steps) > largest_step * joules)
        return {.fault = "the energy counter jumped under a sustained load"};
    return {.value = joules / span};
}

/// The mean of a member over the readings from `since` on; 0 if no reading has it.
double mean_since(std::span<const PowerReading> readings,
                  std::optional<double> PowerReading::*member, double since) {
    double sum = 0;
    int count = 0;
    for (const PowerReading& reading : readings) {
        if (reading.at < since || !(reading.*member)) continue;
        sum += *(reading.*member);
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

Watts checked(double watts, double limit_watts) {
    const double most = limit_watts > 0 ? over_limit * limit_watts : most_watts;
    if (watts >= least_watts && watts <= most) return {.value = watts};
    return {.fault = fmt::format("the meter says {:.3g} W, which cannot be", watts)};
}

Watts watts_of(std::span<const PowerReading> readings, double limit_watts) {
    const double middle = (readings.front().at + readings.back().at) / 2;
    const double power = mean_since(readings, &PowerReading::watts, middle);
    const bool counts = std::ranges::any_of(
        readings, [](const PowerReading& reading) { return reading.joules.has_value(); });
    if (!counts && power <= 0) return {.fault = "the meter reports neither energy nor power"};
    if (!counts) return checked(power, limit_watts);
    Watts counted = counter_watts(readings);
    if (!counted.fault.empty()) return counted;
    const bool agree =
        power <= 0 || (counted.value < agreement * power && power < agreement * counted.value);
    if (!agree)
        return {.fault =
                    fmt::format("the energy counter says {:.3g} W and the power reading {:.3g} W",
                                counted.value, power)};
    return checked(counted.value, limit_watts);
}

std::string throttled(std::span<const PowerReading> readings) {
    std::string all;
    for (const auto& [bit, name] : words) {
        const auto held = std::ranges::count_if(
            readings, [bit = bit](const PowerReading& one) { return (one.held_back & bit) != 0; });
        if (static_cast<double>(held) < held_back_part * static_cast<double>(readings.size()))
            continue;
        all += (all.empty() ? "" : ", ") + std::string(name);
    }
    return all;
}

}  // namespace

PowerSummary summarize(std::span<const PowerReading> readings, double limit_watts) {
    if (readings.size() < 2) return {.fault = "the meter was read too seldom"};
    Watts watts = watts_of(readings, limit_watts);
    return {.watts = watts.value,
            .clock_mhz = mean_since(readings, &PowerReading::clock_mhz, readings.front().at),
            .throttled = throttled(readings),
            .fault = std::move(watts.fault)};
}

}  // namespace hone
