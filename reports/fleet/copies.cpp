// SPDX-License-Identifier: MIT
// Compares all pairs. The ratios of two devices' times spread by the noise of both, by half a
// percent and more; those of a copy do not spread. A few ratios are enough to distinguish most
// pairs.
#include "reports/fleet/copies.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/fleet/robust.hpp"
#include "reports/fleet/vouching.hpp"

namespace hone {
namespace {

constexpr std::size_t fewest_times = 8;  // fewest shared times for a decision
constexpr std::size_t most_times = 64;   // most shared times that are read
constexpr std::size_t glance = 12;       // times after which most pairs are distinguished
constexpr double no_spread = 2e-4;       // a coarse float holds a time to 6e-8
constexpr std::size_t distinct = 5;

/// The logarithms of the ratios of the times that both have.
class SharedTimes {
  public:
    /// Returns true if no more times are needed: there are enough, or the ratios spread.
    bool add(float one, float other) {
        ratios_.push_back(std::log(static_cast<double>(one) / static_cast<double>(other)));
        values_.insert(one);
        if (ratios_.size() == glance && robust_deviation(ratios_) > no_spread) return true;
        return ratios_.size() >= most_times;
    }
    bool are_of_one_device() const {
        return ratios_.size() >= fewest_times && values_.size() >= distinct &&
               robust_deviation(ratios_) <= no_spread;
    }

  private:
    std::vector<double> ratios_;
    std::set<float> values_;  // a coarse clock has few
};

bool add_shared(const FleetResult& one, const FleetResult& other, SharedTimes& shared) {
    auto there = other.timings.begin();
    for (const FleetTiming& here : one.timings) {
        while (there != other.timings.end() && there->config < here.config) ++there;
        if (there == other.timings.end()) return false;
        const bool both = there->config == here.config && here.ok() && there->ok();
        if (both && shared.add(here.ns, there->ns)) return true;
    }
    return false;
}

bool are_one(const FleetDevice& one, const FleetDevice& other) {
    SharedTimes shared;
    auto there = other.results.begin();
    for (const FleetResult& here : one.results) {
        while (there != other.results.end() && there->problem < here.problem) ++there;
        if (there == other.results.end()) break;
        if (there->problem == here.problem && add_shared(here, *there, shared)) break;
    }
    return shared.are_of_one_device();
}

}  // namespace

std::vector<DeviceCopy> copies(const DeviceFleet& fleet) {
    std::vector<DeviceCopy> found;
    for (std::size_t i = 0; i < fleet.devices.size(); ++i)
        for (std::size_t j = i + 1; j < fleet.devices.size(); ++j) {
            if (!are_one(fleet.devices[i], fleet.devices[j])) continue;
            const auto original = original_of(fleet, i, j);
            found.push_back({original == j ? i : j, original == j ? j : i, original.has_value()});
        }
    return found;
}

}  // namespace hone
