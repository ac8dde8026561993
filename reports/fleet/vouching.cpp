// SPDX-License-Identifier: MIT
// Compares a device's times with those of each relative, config by config. The overall speed ratio
// is subtracted. The median over the relatives of the rest measures how unusual the device is.
#include "reports/fleet/vouching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reports/fleet/relatives.hpp"
#include "reports/fleet/robust.hpp"

namespace hone {
namespace {

constexpr std::size_t fewest_shared = 8;
constexpr std::size_t most_shared = 200;   // configs that are compared
constexpr std::size_t most_relatives = 9;  // more would change nothing
constexpr double unlike = 3;               // multiple of the usual distance between relatives
constexpr double clearly = 1.7;            // ratio of two plausible distances that decides
constexpr double least_distance = 0.02;    // smaller distances count as this one

using Residuals = std::map<std::uint32_t, std::vector<double>>;  // by config, one of each relative

// Compares a device's times for a problem with one relative's; the overall speed ratio is
// subtracted.
void add_residuals(const FleetResult& here, const FleetResult& there, Residuals& residuals) {
    std::vector<std::pair<std::uint32_t, double>> shared;
    std::vector<double> differences;
    for (const FleetTiming& timing : here.timings) {
        const auto other = there.timing(timing.config);
        if (!timing.ok() || !other || !other->ok()) continue;
        differences.push_back(std::log(static_cast<double>(timing.ns)) -
                              std::log(static_cast<double>(other->ns)));
        shared.emplace_back(timing.config, differences.back());
    }
    const double speed = median_of(std::move(differences));
    for (const auto& [config, difference] : shared) residuals[config].push_back(difference - speed);
}

// The median over the relatives for each config that enough of them have.
void add_differences(const DeviceFleet& fleet, const FleetResult& result,
                     const std::vector<std::size_t>& relatives, std::vector<double>& all) {
    Residuals residuals;
    for (const std::size_t device : relatives)
        if (const FleetResult* there = fleet.devices[device].result(result.problem))
            if (there != &result) add_residuals(result, *there, residuals);
    for (auto& [config, of_relatives] : residuals)
        if (of_relatives.size() + 1 >= fewest_relatives)
            all.push_back(median_of(std::move(of_relatives)));
}

// The distance of a device's times from its relatives', in logarithms; empty if they share too few.
std::optional<double> distance(const DeviceFleet& fleet, std::size_t device,
                               const std::vector<std::size_t>& relatives) {
    std::vector<double> differences;
    for (const FleetResult& result : fleet.devices[device].results)
        if (differences.size() < most_shared)
            add_differences(fleet, result, relatives, differences);
    if (differences.size() < fewest_shared) return std::nullopt;
    return robust_deviation(differences);
}

std::vector<std::size_t> relatives_of(const DeviceFleet& fleet, std::size_t device,
                                      std::size_t other) {
    std::vector<std::size_t> relatives;
    for (std::size_t i = 0; i < fleet.devices.size() && relatives.size() < most_relatives; ++i)
        if (i != device && i != other &&
            fleet.devices[i].architecture == fleet.devices[device].architecture)
            relatives.push_back(i);
    return relatives;
}

enum class Vouched {
    no,       // its times are unlike those of its relatives
    unknown,  // too few relatives tried its configs
    yes       // they are as alike as those of the relatives among one another
};

struct Vouching {
    Vouched vouched = Vouched::unknown;
    double distance = 0;
};

Vouching vouching_for(const DeviceFleet& fleet, std::size_t device, std::size_t other) {
    const std::vector<std::size_t> relatives = relatives_of(fleet, device, other);
    const auto here = distance(fleet, device, relatives);
    if (!here) return {};
    std::vector<double> among;
    for (const std::size_t relative : relatives)
        if (const auto there = distance(fleet, relative, relatives)) among.push_back(*there);
    const double usual =
        among.empty() ? least_distance : std::max(least_distance, median_of(std::move(among)));
    return {*here <= unlike * usual ? Vouched::yes : Vouched::no, *here};
}

}  // namespace

std::optional<std::size_t> original_of(const DeviceFleet& fleet, std::size_t one,
                                       std::size_t other) {
    const Vouching first = vouching_for(fleet, one, other);
    const Vouching second =
        vouching_for(fleet, other, one);  // NOLINT(readability-suspicious-call-argument)
    if (first.vouched != second.vouched) return first.vouched > second.vouched ? one : other;
    if (first.vouched != Vouched::yes) return std::nullopt;
    if (clearly * first.distance < second.distance) return one;
    if (clearly * second.distance < first.distance) return other;
    return std::nullopt;
}

}  // namespace hone
