// SPDX-License-Identifier: MIT
// The neighbors vote. Among the configs that at least half of them tried, the new device runs the
// one with the best mean share of their bests.
#include "reports/fleet/nearness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "reports/fleet/robust.hpp"

namespace hone {
namespace {

constexpr std::array<std::size_t, 5> neighbor_counts{1, 2, 4, 8, 16};
constexpr std::size_t most_asked = 200;  // devices, evenly chosen

double distance(const Device& one, const Device& other) {
    const auto units = [](const Device& device) {
        return std::log2(static_cast<double>(std::max<std::int64_t>(1, device.compute_units)));
    };
    return std::abs(units(one) - units(other));
}

// The devices of the same architecture that have the problem, the nearest first.
std::vector<const FleetResult*> near_results(const DeviceFleet& fleet, const FleetDevice& asking,
                                             std::uint32_t problem) {
    std::vector<std::pair<double, const FleetResult*>> found;
    for (const FleetDevice& device : fleet.devices) {
        if (&device == &asking || device.architecture != asking.architecture) continue;
        if (const FleetResult* result = device.result(problem))
            found.emplace_back(distance(asking.device, device.device), result);
    }
    std::ranges::stable_sort(found, {}, &std::pair<double, const FleetResult*>::first);
    std::vector<const FleetResult*> results;
    for (const auto& [far, result] : found) results.push_back(result);
    return results;
}

struct Votes {
    double log_share = 0;
    std::size_t count = 0;
    bool failed = false;
};

// The config that these neighbors agree on; empty if none was tried by half of them without a
// failure.
std::optional<std::uint32_t> agreed(const std::vector<const FleetResult*>& near,
                                    std::size_t count) {
    std::map<std::uint32_t, Votes> votes;
    for (std::size_t i = 0; i < count; ++i)
        for (const FleetTiming& timing : near[i]->timings) {
            Votes& of_config = votes[timing.config];
            of_config.failed = of_config.failed || !timing.ok();
            if (!timing.ok()) continue;
            of_config.log_share += std::log(near[i]->best_ns / static_cast<double>(timing.ns));
            ++of_config.count;
        }
    std::optional<std::uint32_t> best;
    double highest = 0;
    for (const auto& [config, of_config] : votes) {
        if (of_config.failed || of_config.count == 0 || 2 * of_config.count < count) continue;
        const double mean = of_config.log_share / static_cast<double>(of_config.count);
        if (best && mean <= highest) continue;
        best = config;
        highest = mean;
    }
    return best;
}

using Shares = std::map<std::size_t, std::vector<double>>;  // by the number of neighbors

void ask(const DeviceFleet& fleet, const FleetDevice& device, std::uint32_t problem,
         Shares& shares) {
    const FleetResult* own = device.result(problem);
    if (!own) return;
    const std::vector<const FleetResult*> near = near_results(fleet, device, problem);
    if (near.empty()) return;
    if (own->defaults_ns > 0) shares[0].push_back(own->best_ns / own->defaults_ns);
    for (const std::size_t count : neighbor_counts) {
        if (count > near.size()) break;
        const auto config = agreed(near, count);
        const auto timing = config ? own->timing(*config) : std::nullopt;
        if (timing)
            shares[count].push_back(timing->ok() ? own->best_ns / static_cast<double>(timing->ns)
                                                 : 0);
    }
}

}  // namespace

std::vector<Nearness> nearness(const DeviceFleet& fleet, const std::string& family) {
    Shares shares;
    const std::size_t step = std::max<std::size_t>(1, fleet.devices.size() / most_asked);
    for (std::size_t i = 0; i < fleet.devices.size(); i += step)
        for (const std::uint32_t problem : fleet.problems_of(family))
            ask(fleet, fleet.devices[i], problem, shares);
    std::vector<Nearness> all;
    for (const auto& [neighbors, known] : shares)
        all.push_back({neighbors, known.size(), median_of(known), quantile_of(known, 0.1)});
    return all;
}

}  // namespace hone
