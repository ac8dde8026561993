// SPDX-License-Identifier: MIT
// Each result is doubted once, for the strongest reason: a copy before its consequences, a config
// that cannot run before a time that is too short.
#include "reports/fleet/outliers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/fleet/copies.hpp"
#include "reports/fleet/relatives.hpp"
#include "reports/fleet/too_fast.hpp"

namespace hone {
namespace {

class OutlierList {
  public:
    explicit OutlierList(const DeviceFleet& fleet) : fleet_(fleet) {}

    void add_copies() {
        for (const DeviceCopy& one : copies(fleet_)) {
            add_copy(one.copy, one.original, one.decided);
            if (!one.decided) add_copy(one.original, one.copy, false);
        }
    }

    void add_beyond_limits(const std::vector<BeyondLimit>& beyond) {
        std::map<std::string, std::size_t> by_id;
        for (std::size_t i = 0; i < fleet_.devices.size(); ++i) by_id[fleet_.devices[i].id] = i;
        for (const BeyondLimit& one : beyond) {
            const auto device = by_id.find(one.device);
            if (device == by_id.end()) continue;
            const auto problem = problem_with_best(device->second, one);
            if (problem) results_.emplace(device->second, *problem);
            found_.push_back({.device = device->second,
                              .doubt = Doubt::cannot_run,
                              .problem = problem,
                              .config = FleetConfig{one.kernel, one.config},
                              .reason = one.reason});
        }
    }

    void add_group(const Relatives& group) {
        for (const std::size_t device : group.devices)
            for (const std::uint32_t problem : group.problems) add_failing(group, device, problem);
        for (const TooFast& one : too_fast_devices(fleet_, group)) add_device(group, one);
        for (const TooFast& one : too_fast_problems(fleet_, group))
            add_result(one, Doubt::too_fast, "other problems");
        for (const TooFast& one : too_fast_configs(fleet_, group))
            add_result(one, Doubt::unlike_configs, "other configs");
    }

    std::vector<Outlier> take() {
        std::ranges::stable_sort(found_, {}, &Outlier::device);
        return std::move(found_);
    }

  private:
    void add_copy(std::size_t copy, std::size_t original, bool decided) {
        if (!doubted_.insert(copy).second) return;
        const std::string& label = fleet_.devices[original].label;
        found_.push_back({.device = copy,
                          .doubt = Doubt::copied,
                          .reason = decided ? "its times are those of " + label +
                                                  ", whose relatives have such times"
                                            : "its times and those of " + label +
                                                  " are the same; nothing says whose they are"});
    }

    std::optional<std::uint32_t> problem_with_best(std::size_t device,
                                                   const BeyondLimit& one) const {
        for (const FleetResult& result : fleet_.devices[device].results) {
            const FleetConfig& best = fleet_.configs[result.best];
            if (best.kernel == one.kernel && best.config == one.config) return result.problem;
        }
        return std::nullopt;
    }

    // A best that fails on every relative that tried it.
    void add_failing(const Relatives& group, std::size_t device, std::uint32_t problem) {
        const FleetResult* here = fleet_.devices[device].result(problem);
        if (!here) return;
        std::size_t failed = 0;
        for (const std::size_t other : group.devices) {
            const FleetResult* there =
                other == device ? nullptr : fleet_.devices[other].result(problem);
            const auto timing = there ? there->timing(here->best) : std::nullopt;
            if (!timing) continue;
            if (timing->ok()) return;
            ++failed;
        }
        if (failed + 1 < fewest_relatives) return;
        add_result({device, problem, 0, 0}, Doubt::cannot_run,
                   fmt::format("fails on all {} relatives that tried it", failed));
    }

    void add_device(const Relatives& group, const TooFast& one) {
        if (doubted_.contains(one.device)) return;
        for (const std::uint32_t problem : group.problems) results_.emplace(one.device, problem);
        found_.push_back({.device = one.device,
                          .doubt = Doubt::device_too_fast,
                          .family = group.family,
                          .factor = one.factor,
                          .reason = fmt::format(
                              "{:.2f} times as fast at everything as its relatives, beside its "
                              "compute units, clock and probed peaks; they spread by {:.1f} %",
                              one.factor, 100 * one.deviation)});
    }

    void add_result(const TooFast& one, Doubt doubt, const std::string& words) {
        if (doubted_.contains(one.device) || !results_.emplace(one.device, one.problem).second)
            return;
        const FleetResult& result = *fleet_.devices[one.device].result(one.problem);
        const std::string reason =
            doubt == Doubt::cannot_run
                ? words
                : fmt::format(
                      "{:.2f} times as fast as its {} and its relatives lead to expect; "
                      "they spread by {:.1f} %",
                      one.factor, words, 100 * one.deviation);
        found_.push_back({.device = one.device,
                          .doubt = doubt,
                          .problem = one.problem,
                          .family = fleet_.problems[one.problem].family(),
                          .config = fleet_.configs[result.best],
                          .factor = one.factor,
                          .reason = reason});
    }

    const DeviceFleet& fleet_;
    std::vector<Outlier> found_;
    std::set<std::size_t> doubted_;                            // whole devices
    std::set<std::pair<std::size_t, std::uint32_t>> results_;  // a device's result for a problem
};

bool is_doubted(const DeviceFleet& fleet, const FleetResult& result, const Outlier& outlier) {
    if (outlier.problem) return *outlier.problem == result.problem;
    if (outlier.doubt == Doubt::cannot_run) return false;  // the result is not a best
    return outlier.family.empty() || outlier.family == fleet.problems[result.problem].family();
}

}  // namespace

std::string_view words_of_doubt(Doubt doubt) {
    switch (doubt) {
        case Doubt::too_fast:
            return "too fast for its relatives";
        case Doubt::unlike_configs:
            return "too fast for its other configs";
        case Doubt::device_too_fast:
            return "too fast for the device";
        case Doubt::cannot_run:
            return "cannot run";
        case Doubt::copied:
            return "copied";
    }
    return "";
}

std::vector<Outlier> outliers(const DeviceFleet& fleet, const std::vector<BeyondLimit>& beyond) {
    OutlierList list(fleet);
    list.add_copies();
    list.add_beyond_limits(beyond);
    for (const Relatives& group : relatives(fleet, fewest_relatives)) list.add_group(group);
    return list.take();
}

DeviceFleet without(DeviceFleet fleet, const std::vector<Outlier>& doubtful) {
    for (const Outlier& outlier : doubtful)
        std::erase_if(fleet.devices[outlier.device].results, [&](const FleetResult& result) {
            return is_doubted(fleet, result, outlier);
        });
    return fleet;
}

}  // namespace hone
