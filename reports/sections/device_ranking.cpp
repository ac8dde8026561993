// SPDX-License-Identifier: MIT
// Two devices are compared over the problems that both have.
#include "reports/sections/device_ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "reports/evidence/comparison.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

using ByDevice = std::map<std::string, const KernelResults*>;  // by id
using Problems = std::map<ProblemKey, ByDevice>;

// The problems that several devices have.
Problems shared_problems(const Evidence& evidence) {
    Problems problems;
    for (const KernelResults* results : evidence.fastest_results())
        if (results->best->time.median > 0) problems[results->key][results->device] = results;
    std::erase_if(problems, [](const auto& one) { return one.second.size() < 2; });
    return problems;
}

// The device that is faster than all others; empty if noise does not distinguish it from another.
std::string winner_of(const ByDevice& devices) {
    const auto fastest = std::ranges::min_element(
        devices, {}, [](const auto& one) { return one.second->best->time.median; });
    const bool wins = std::ranges::all_of(devices, [&](const auto& other) {
        return other.first == fastest->first ||
               difference(other.second->best->time, fastest->second->best->time,
                          least_difference) == Difference::faster;
    });
    return wins ? fastest->first : "";
}

// The first device's speed relative to the second; factor 0 if they share no problem.
RatioWithError over(const Problems& problems, const std::string& first, const std::string& other) {
    std::vector<RatioWithError> each;
    for (const auto& [key, devices] : problems)
        if (devices.contains(first) && devices.contains(other))
            each.push_back(speedup(devices.at(other)->best->time, devices.at(first)->best->time));
    return geometric_mean(each);
}

struct Leader {
    std::string device;
    std::size_t wins = 0;
};

// The device with the most wins; among several, the one that is faster than the others.
Leader leader_of(const Problems& problems) {
    std::map<std::string, std::size_t> wins;
    for (const auto& [key, devices] : problems) {
        for (const auto& [device, results] : devices) wins.try_emplace(device, 0);
        if (const std::string winner = winner_of(devices); !winner.empty()) ++wins[winner];
    }
    Leader leader;
    for (const auto& [device, count] : wins)
        if (leader.device.empty() || count > leader.wins ||
            (count == leader.wins && over(problems, device, leader.device).ratio > 1))
            leader = {device, count};
    return leader;
}

std::map<std::string, Problems> by_family(const Problems& problems) {
    std::map<std::string, Problems> families;
    for (const auto& [key, devices] : problems) families[key.family()].emplace(key, devices);
    return families;
}

// The speed as a share of the leader's, with half the width of its interval.
Cell share_cell(const RatioWithError& leader_over) {
    if (leader_over.ratio <= 0) return {};
    const RatioWithError share{1 / leader_over.ratio, leader_over.log_error};
    const std::string noise =
        share.log_error ? " ± " + human::percent(share.half_width()) : ", no interval";
    return {human::percent(share.ratio) + noise, share.ratio};
}

Row ranking_row(const Evidence& evidence, const std::string& family, const Problems& problems) {
    const Leader leader = leader_of(problems);
    Row row{family,
            {fmt::to_string(problems.size()), problems.size()},
            leader.wins == 0 ? "no difference"
                             : fmt::format("{}, {} of {}", evidence.labels.at(leader.device),
                                           leader.wins, problems.size())};
    for (const std::string& device : evidence.devices_in_order())
        row.push_back(device == leader.device ? Cell{human::percent(1), 1.0}
                                              : share_cell(over(problems, leader.device, device)));
    return row;
}

}  // namespace

std::optional<FastestDevice> fastest_device(const Evidence& evidence) {
    const Problems problems = shared_problems(evidence);
    if (problems.empty()) return std::nullopt;
    const Leader leader = leader_of(problems);
    FastestDevice fastest{.label = evidence.labels.at(leader.device),
                          .wins = leader.wins,
                          .problems = problems.size(),
                          .next = {},
                          .over_next = {}};
    for (const std::string& device : evidence.devices_in_order()) {
        const RatioWithError speedup = over(problems, leader.device, device);
        const bool next = device != leader.device && speedup.ratio > 0 &&
                          (fastest.next.empty() || speedup.ratio < fastest.over_next.ratio);
        if (!next) continue;
        fastest.next = evidence.labels.at(device);
        fastest.over_next = speedup;
    }
    return fastest;
}

Part ranking_part(const Evidence& evidence) {
    Part part{.title = "Which device for each routine",
              .note =
                  "The speed of a device's best configs as a share of the fastest device's: the "
                  "geometric mean over the problems that both have, with half the width of its "
                  "95 % interval.",
              .table = {{{"routine"}, {"problems", Align::right}, {"fastest"}}},
              .chart = nullptr,
              .main = true};
    const Problems problems = shared_problems(evidence);
    for (const std::string& device : evidence.devices_in_order())
        part.table.columns.push_back({evidence.labels.at(device), Align::right});
    for (const auto& [family, some] : by_family(problems))
        part.table.rows.push_back(ranking_row(evidence, family, some));
    return part;
}

}  // namespace hone
