// SPDX-License-Identifier: MIT
// A time is the product of a device's effect, a problem's effect and noise. In logarithms these are
// sums, which median polish separates; the residual of a false time stands out from the others. The
// limit follows from the spread of the relatives.
#include "reports/fleet/too_fast.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "reports/fleet/robust.hpp"

namespace hone {
namespace {

constexpr double deviations = 5;        // of the relatives: rarer than one in a million
constexpr double least_factor = 1.2;    // smaller differences do not matter
constexpr std::size_t most_peers = 15;  // other devices for the comparison of configs
constexpr std::size_t shared_configs = 4;

struct Judged {
    std::size_t device = 0;
    std::uint32_t problem = 0;
    double log_time = 0;  // relative to the expected time
};

// The values far below the median of all.
std::vector<TooFast> far_below(const std::vector<Judged>& all) {
    if (all.size() < fewest_relatives) return {};
    std::vector<double> values;
    values.reserve(all.size());
    for (const Judged& one : all) values.push_back(one.log_time);
    const double middle = median_of(values);
    const double spread = robust_deviation(values);
    const double limit = std::max(std::log(least_factor), deviations * spread);
    std::vector<TooFast> found;
    for (const Judged& one : all)
        if (one.log_time < middle - limit)
            found.push_back({one.device, one.problem, std::exp(middle - one.log_time), spread});
    return found;
}

std::vector<PolishCell> cells_of(const DeviceFleet& fleet, const Relatives& group) {
    std::vector<PolishCell> cells;
    for (std::size_t column = 0; column < group.devices.size(); ++column)
        for (std::size_t row = 0; row < group.problems.size(); ++row) {
            const FleetResult* result =
                fleet.devices[group.devices[column]].result(group.problems[row]);
            if (result) cells.push_back({column, row, std::log(result->best_ns)});
        }
    return cells;
}

// How much faster the best config is here than on another device, relative to the median of the
// other shared configs.
std::optional<double> beside_configs(const FleetResult& here, const FleetResult& there) {
    const auto best_there = there.timing(here.best);
    const auto best_here = here.timing(here.best);
    if (!best_there || !best_there->ok() || !best_here) return std::nullopt;
    std::vector<double> ratios;
    for (const FleetTiming& timing : here.timings) {
        if (timing.config == here.best || !timing.ok()) continue;
        const auto other = there.timing(timing.config);
        if (other && other->ok())
            ratios.push_back(std::log(static_cast<double>(timing.ns)) -
                             std::log(static_cast<double>(other->ns)));
    }
    if (ratios.size() < shared_configs) return std::nullopt;
    const double best = std::log(here.best_ns) - std::log(static_cast<double>(best_there->ns));
    return best - median_of(std::move(ratios));
}

std::optional<Judged> judged_by_configs(const DeviceFleet& fleet, const Relatives& group,
                                        std::size_t at, std::uint32_t problem) {
    const FleetResult* here = fleet.devices[group.devices[at]].result(problem);
    if (!here) return std::nullopt;
    std::vector<double> seen;
    for (std::size_t step = 1; step < group.devices.size() && seen.size() < most_peers; ++step) {
        const std::size_t other = group.devices[(at + step) % group.devices.size()];
        const FleetResult* there = fleet.devices[other].result(problem);
        if (!there) continue;
        if (const auto value = beside_configs(*here, *there)) seen.push_back(*value);
    }
    if (seen.size() + 1 < fewest_relatives) return std::nullopt;
    return Judged{group.devices[at], problem, median_of(std::move(seen))};
}

// The least time of a device by its probed peaks; 0 if they are unknown.
double roof_time(const FleetDevice& device, const ProblemKey& key, const FleetResult& result) {
    const auto roof = device.roofs.find(key.precision);
    if (roof == device.roofs.end() || roof->second.bytes_per_second <= 0) return 0;
    const double by_memory = result.bytes / roof->second.bytes_per_second;
    const double flops = roof->second.flops_per_second;
    return std::max(by_memory, flops > 0 ? result.flops / flops : 0);
}

double log_roof_time(const DeviceFleet& fleet, const FleetDevice& device, const Relatives& group) {
    std::vector<double> logs;
    for (const std::uint32_t problem : group.problems) {
        const FleetResult* result = device.result(problem);
        const double time = result ? roof_time(device, fleet.problems[problem], *result) : 0;
        if (time > 0) logs.push_back(std::log(time));
    }
    return logs.empty() ? std::nan("") : median_of(std::move(logs));
}

double log_clock_time(const FleetDevice& device) {
    const auto work = static_cast<double>(device.device.compute_units * device.device.clock_mhz);
    return work > 0 ? -std::log(work) : std::nan("");
}

}  // namespace

std::vector<TooFast> too_fast_problems(const DeviceFleet& fleet, const Relatives& group) {
    std::vector<PolishCell> cells = cells_of(fleet, group);
    median_polish(cells, group.devices.size(), group.problems.size());
    std::vector<Judged> all;
    for (const PolishCell& cell : cells)
        all.push_back({group.devices[cell.column], group.problems[cell.row], cell.residual});
    return far_below(all);
}

std::vector<TooFast> too_fast_configs(const DeviceFleet& fleet, const Relatives& group) {
    std::vector<Judged> all;
    for (std::size_t i = 0; i < group.devices.size(); ++i)
        for (const std::uint32_t problem : group.problems)
            if (const auto judged = judged_by_configs(fleet, group, i, problem))
                all.push_back(*judged);
    return far_below(all);
}

std::vector<TooFast> too_fast_devices(const DeviceFleet& fleet, const Relatives& group) {
    std::vector<PolishCell> cells = cells_of(fleet, group);
    const std::vector<double> effects =
        median_polish(cells, group.devices.size(), group.problems.size());
    std::vector<bool> has_cell(group.devices.size());
    for (const PolishCell& cell : cells) has_cell[cell.column] = true;
    std::vector<Judged> by_clock;
    std::vector<Judged> by_roof;
    for (std::size_t i = 0; i < group.devices.size(); ++i) {
        if (!has_cell[i]) continue;
        const FleetDevice& device = fleet.devices[group.devices[i]];
        const double clock = log_clock_time(device);
        const double roof = log_roof_time(fleet, device, group);
        if (!std::isnan(clock)) by_clock.push_back({group.devices[i], 0, effects[i] - clock});
        if (!std::isnan(roof)) by_roof.push_back({group.devices[i], 0, effects[i] - roof});
    }
    std::vector<TooFast> found = far_below(by_clock);
    for (const TooFast& one : far_below(by_roof))
        if (std::ranges::find(found, one.device, &TooFast::device) == found.end())
            found.push_back(one);
    return found;
}

}  // namespace hone
