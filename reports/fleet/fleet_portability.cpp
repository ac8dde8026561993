// SPDX-License-Identifier: MIT
// Only measurements count: a config that no device of an architecture tried is neither good nor bad
// there.
#include "reports/fleet/fleet_portability.hpp"

#include <algorithm>
#include <map>

#include "reports/evidence/performance_portability.hpp"
#include "reports/fleet/robust.hpp"

namespace hone {
namespace {

using Architectures = std::vector<std::pair<std::string, std::vector<const FleetDevice*>>>;

// The devices that have a problem of the family, by architecture.
Architectures architectures_of(const DeviceFleet& fleet,
                               const std::vector<std::uint32_t>& problems) {
    Architectures all;
    for (const FleetDevice& device : fleet.devices) {
        const bool has_some = std::ranges::any_of(
            problems, [&](std::uint32_t problem) { return device.result(problem) != nullptr; });
        if (!has_some) continue;
        if (all.empty() || all.back().first != device.architecture)
            all.push_back({device.architecture, {}});
        all.back().second.push_back(&device);
    }
    return all;
}

ArchitectureShare share_between(const Architectures::value_type& from,
                                const Architectures::value_type& to,
                                const std::vector<std::uint32_t>& problems) {
    std::vector<double> shares;
    for (const FleetDevice* here : from.second)
        for (const FleetDevice* there : to.second) {
            if (here == there) continue;
            if (const auto share = kept_share(*here, *there, problems)) shares.push_back(*share);
        }
    return {from.first, to.first, shares.size(), median_of(shares), quantile_of(shares, 0.1)};
}

// The shares of each config on the devices of one architecture; 0 if it fails.
std::map<std::uint32_t, std::vector<double>> shares_on(const Architectures::value_type& devices,
                                                       std::uint32_t problem, std::size_t& count) {
    std::map<std::uint32_t, std::vector<double>> shares;
    for (const FleetDevice* device : devices.second) {
        const FleetResult* result = device->result(problem);
        if (!result) continue;
        ++count;
        for (const FleetTiming& timing : result->timings)
            shares[timing.config].push_back(
                timing.ok() ? result->best_ns / static_cast<double>(timing.ns) : 0);
    }
    return shares;
}

// The time of each config on the devices of one architecture, relative to their bests. Configs that
// fewer than half of the devices tried are left out.
TimesByConfig relative_times(const Architectures::value_type& devices, std::uint32_t problem) {
    std::size_t count = 0;
    TimesByConfig times;
    for (const auto& [config, shares] : shares_on(devices, problem, count)) {
        const double mean = harmonic_mean(shares);
        if (2 * shares.size() >= count && mean > 0) times[std::to_string(config)] = 1 / mean;
    }
    return times;
}

struct Target {
    std::string architecture;
    std::size_t problems = 0;  // of the architecture
};

ServingConfig serving_config(const DeviceFleet& fleet, const CoverEntry& entry,
                             const std::map<std::string, Target>& targets) {
    ServingConfig serving{fleet.configs[std::stoul(entry.config)], {}};
    for (const std::string& name : entry.targets) {
        const Target& target = targets.at(name);
        const auto known = std::ranges::find(serving.serves, target.architecture,
                                             &ServedArchitecture::architecture);
        if (known != serving.serves.end())
            ++known->problems;
        else
            serving.serves.push_back({target.architecture, 1, target.problems});
    }
    return serving;
}

}  // namespace

std::optional<double> kept_share(const FleetDevice& from, const FleetDevice& to,
                                 const std::vector<std::uint32_t>& problems) {
    std::vector<double> shares;
    for (const std::uint32_t problem : problems) {
        const FleetResult* here = from.result(problem);
        const FleetResult* there = to.result(problem);
        const auto timing = here && there ? there->timing(here->best) : std::nullopt;
        if (!timing) continue;
        shares.push_back(timing->ok() ? there->best_ns / static_cast<double>(timing->ns) : 0);
    }
    if (shares.empty()) return std::nullopt;
    return harmonic_mean(shares);
}

std::vector<ArchitectureShare> architecture_shares(const DeviceFleet& fleet,
                                                   const std::string& family) {
    const std::vector<std::uint32_t> problems = fleet.problems_of(family);
    const Architectures architectures = architectures_of(fleet, problems);
    std::vector<ArchitectureShare> all;
    for (const auto& from : architectures)
        for (const auto& to : architectures) all.push_back(share_between(from, to, problems));
    return all;
}

std::vector<ServingConfig> serving_configs(const DeviceFleet& fleet, const std::string& family,
                                           double slack) {
    const std::vector<std::uint32_t> problems = fleet.problems_of(family);
    TimesByTarget times;
    std::map<std::string, Target> targets;
    for (const auto& devices : architectures_of(fleet, problems)) {
        std::vector<std::string> names;
        for (const std::uint32_t problem : problems) {
            TimesByConfig known = relative_times(devices, problem);
            if (known.empty()) continue;
            names.push_back(devices.first + "\n" + std::to_string(problem));
            times[names.back()] = std::move(known);
        }
        for (const std::string& name : names) targets[name] = {devices.first, names.size()};
    }
    std::vector<ServingConfig> all;
    for (const CoverEntry& entry : greedy_cover(times, slack))
        all.push_back(serving_config(fleet, entry, targets));
    return all;
}

}  // namespace hone
