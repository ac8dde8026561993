// SPDX-License-Identifier: MIT
// The fleet is sorted by architecture, so each group is a contiguous range.
#include "reports/fleet/relatives.hpp"

#include <algorithm>
#include <map>

namespace hone {
namespace {

void add_families(const DeviceFleet& fleet, const std::vector<std::size_t>& devices,
                  std::size_t fewest, std::vector<Relatives>& groups) {
    std::map<std::uint32_t, std::size_t> counts;
    for (const std::size_t device : devices)
        for (const FleetResult& result : fleet.devices[device].results) ++counts[result.problem];
    std::map<std::string, Relatives> by_family;
    for (const auto& [problem, count] : counts) {
        if (count < fewest) continue;
        Relatives& group = by_family[fleet.problems[problem].family()];
        group.problems.push_back(problem);
    }
    for (auto& [family, group] : by_family) {
        group.family = family;
        group.devices = devices;
        groups.push_back(std::move(group));
    }
}

}  // namespace

std::vector<Relatives> relatives(const DeviceFleet& fleet, std::size_t fewest) {
    std::vector<Relatives> groups;
    std::vector<std::size_t> devices;
    for (std::size_t i = 0; i < fleet.devices.size(); ++i) {
        devices.push_back(i);
        const bool last = i + 1 == fleet.devices.size() ||
                          fleet.devices[i + 1].architecture != fleet.devices[i].architecture;
        if (!last) continue;
        if (devices.size() >= fewest) add_families(fleet, devices, fewest, groups);
        devices.clear();
    }
    return groups;
}

}  // namespace hone
