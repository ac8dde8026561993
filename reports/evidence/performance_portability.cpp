// SPDX-License-Identifier: MIT
// Works on times only, so it is tested with synthetic ones.
#include "reports/evidence/performance_portability.hpp"

#include <algorithm>

namespace hone {
namespace {

using ServedTargets = std::map<std::string, std::set<std::string>>;  // the targets of each config

ServedTargets targets_served(const TimesByTarget& targets, double slack) {
    ServedTargets served;
    for (const auto& [target, times] : targets)
        for (const auto& [config, efficiency] : efficiencies_at(times))
            if (efficiency >= 1 / (1 + slack)) served[config].insert(target);
    return served;
}

}  // namespace

double harmonic_mean(const std::vector<double>& efficiencies) {
    double sum = 0;
    for (const double efficiency : efficiencies) {
        if (efficiency <= 0) return 0;
        sum += 1 / efficiency;
    }
    return efficiencies.empty() ? 0 : static_cast<double>(efficiencies.size()) / sum;
}

std::map<std::string, double> efficiencies_at(const TimesByConfig& times) {
    double best = 0;
    for (const auto& [config, time] : times)
        if (time > 0 && (best == 0 || time < best)) best = time;
    std::map<std::string, double> all;
    for (const auto& [config, time] : times) all[config] = time > 0 ? best / time : 0;
    return all;
}

std::vector<CoverEntry> greedy_cover(const TimesByTarget& targets, double slack) {
    ServedTargets open = targets_served(targets, slack);
    std::vector<CoverEntry> chosen;
    while (!open.empty()) {
        const auto most =
            std::ranges::max_element(open, {}, [](const auto& one) { return one.second.size(); });
        if (most->second.empty()) break;
        const std::set<std::string> now = most->second;
        chosen.push_back({most->first, {now.begin(), now.end()}});
        for (auto& [config, left] : open)
            std::erase_if(left, [&](const std::string& target) { return now.contains(target); });
    }
    return chosen;
}

}  // namespace hone
