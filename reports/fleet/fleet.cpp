// SPDX-License-Identifier: MIT
// Problems and configs are numbered once, so that a time takes eight bytes.
#include "reports/fleet/fleet.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "db/device/architecture_id.hpp"
#include "db/device/device_similarity.hpp"
#include "reports/evidence/config_times.hpp"

namespace hone {
namespace {

// Per problem: devices are compared by the fastest configs.
constexpr std::size_t most_timings = 512;

bool is_faster(const FleetTiming& one, const FleetTiming& other) {
    if (one.ok() != other.ok()) return one.ok();
    return one.ns < other.ns;
}

void keep_fastest(std::vector<FleetTiming>& timings) {
    if (timings.size() > most_timings) {
        std::ranges::nth_element(timings, timings.begin() + most_timings, is_faster);
        timings.resize(most_timings);
    }
    timings.shrink_to_fit();
    std::ranges::sort(timings, {}, &FleetTiming::config);
}

}  // namespace

std::optional<FleetTiming> FleetResult::timing(std::uint32_t config) const {
    const auto found = std::ranges::lower_bound(timings, config, {}, &FleetTiming::config);
    if (found == timings.end() || found->config != config) return std::nullopt;
    return *found;
}

const FleetResult* FleetDevice::result(std::uint32_t problem) const {
    const auto found = std::ranges::lower_bound(results, problem, {}, &FleetResult::problem);
    return found == results.end() || found->problem != problem ? nullptr : &*found;
}

std::vector<std::string> DeviceFleet::families() const {
    std::set<std::string> names;
    for (const ProblemKey& problem : problems) names.insert(problem.family());
    return {names.begin(), names.end()};
}

std::vector<std::uint32_t> DeviceFleet::problems_of(const std::string& family) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < problems.size(); ++i)
        if (problems[i].family() == family) found.push_back(i);
    std::ranges::sort(found, {}, [&](std::uint32_t i) {
        return std::pair(problems[i].size(), problems[i].problem);
    });
    return found;
}

std::string architecture_group(const Device& device) {
    if (device.type != "cpu" && !device.architecture.empty()) return device.architecture;
    const std::string name = lookup::normalized_name(device);
    if (device.type != "cpu")
        if (std::string known = named_architecture(name); !known.empty()) return known;
    return device.type == "other" ? name : device.type + " " + name;  // an import knows no type
}

std::uint32_t FleetBuilder::problem(const ProblemKey& key) {
    const auto [at, is_new] =
        problem_index_.try_emplace(key, static_cast<std::uint32_t>(fleet_.problems.size()));
    if (is_new) fleet_.problems.push_back(key);
    return at->second;
}

std::uint32_t FleetBuilder::config(const std::string& kernel, const std::string& config) {
    const auto [at, is_new] = config_index_.try_emplace(
        {kernel, config}, static_cast<std::uint32_t>(fleet_.configs.size()));
    if (is_new) fleet_.configs.push_back({kernel, config});
    return at->second;
}

void FleetBuilder::add(const KernelResults& results, FleetResult& result) {
    for (const auto& [words, time] : config_times(results))
        result.timings.push_back({config(results.kernel_name, words), static_cast<float>(time.ns)});
    const bool is_best =
        results.best && (result.best_ns == 0 || results.best->time.median < result.best_ns);
    if (!is_best) return;
    result.best = config(results.kernel_name, results.best->config);
    result.best_ns = results.best->time.median;
    result.flops = results.best->flops;
    result.bytes = results.best->bytes;
    result.defaults_ns = results.defaults ? results.defaults->time.median : 0;
}

void FleetBuilder::add(const Evidence& evidence, const std::string& device,
                       const std::string& label) {
    FleetDevice one{.id = device, .label = label, .device = evidence.devices.at(device)};
    std::map<std::uint32_t, FleetResult> by_problem;
    const auto probed = evidence.probes.find(device);
    for (const KernelResults& results : evidence.kernel_results) {
        if (results.device != device) continue;
        const std::uint32_t at = problem(results.key);
        FleetResult& result = by_problem[at];
        result.problem = at;
        add(results, result);
        one.trials += static_cast<std::int64_t>(results.trials.size());
        for (const TrialSummary& trial : results.trials)
            if (one.started == 0 || trial.started < one.started) one.started = trial.started;
        const std::string& precision = results.key.precision;
        if (probed != evidence.probes.end() && !one.roofs.contains(precision))
            one.roofs[precision] = roofline_of(probed->second, precision);
    }
    for (auto& [at, result] : by_problem) {
        if (result.best_ns <= 0) continue;
        keep_fastest(result.timings);
        one.results.push_back(std::move(result));
    }
    add(std::move(one));
}

DeviceFleet FleetBuilder::take() {
    for (FleetDevice& device : fleet_.devices)
        if (device.architecture.empty()) device.architecture = architecture_group(device.device);
    std::ranges::sort(fleet_.devices, {}, [](const FleetDevice& device) {
        return std::tie(device.architecture, device.label, device.id);
    });
    return std::move(fleet_);
}

}  // namespace hone
