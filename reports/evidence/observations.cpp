// SPDX-License-Identifier: MIT
// Levels are sorted by value if they are numbers, otherwise alphabetically.
#include "reports/evidence/observations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/text/describe.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

struct Timed {
    Json config;
    double time;
};

std::string names_in(const Json& config) {
    std::string names;
    for (const auto& [name, value] : config.items()) names += name + ' ';
    return names;
}

std::vector<Timed> fastest_of_each(const KernelResults& results, std::size_t most) {
    std::map<std::string, double> times;
    for (const TrialSummary* trial : results.successful()) {
        double& time = times[trial->config];
        time = time > 0 ? std::min(time, trial->time.median) : trial->time.median;
    }
    std::vector<Timed> all;
    const double step =
        std::max(1.0, static_cast<double>(times.size()) / static_cast<double>(most));
    double next = 0;
    std::size_t at = 0;
    for (const auto& [config, time] : times)
        if (static_cast<double>(at++) >= next) {
            all.push_back({stored_json(config), time});
            next += step;
        }
    std::erase_if(all, [](const Timed& one) { return !one.config.is_object(); });
    // Versions of a kernel may differ in their parameters: the version with the most trials
    // decides.
    std::map<std::string, std::size_t> versions;
    for (const Timed& one : all) ++versions[names_in(one.config)];
    const auto usual = std::ranges::max_element(versions, {}, [](auto& v) { return v.second; });
    std::erase_if(all, [&](const Timed& one) { return names_in(one.config) != usual->first; });
    return all;
}

// Numbers before words, small before large.
struct InOrder {
    bool operator()(const Json& a, const Json& b) const {
        if (a.is_number() && b.is_number()) return a.get<double>() < b.get<double>();
        if (a.is_number() != b.is_number()) return a.is_number();
        return a < b;
    }
};

std::string level_words(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

Observations observations_of(const KernelResults& results, std::size_t most) {
    constexpr std::size_t max_levels = 64;
    const std::vector<Timed> timed = fastest_of_each(results, most);
    Observations observed;
    if (timed.empty()) return observed;
    observed.configs.resize(timed.size());
    for (const auto& [name, first] : timed.front().config.items()) {
        std::set<Json, InOrder> levels;
        for (const Timed& one : timed) levels.insert(one.config.at(name));
        if (levels.size() < 2 || levels.size() > max_levels) continue;
        const std::vector<Json> order(levels.begin(), levels.end());
        observed.names.push_back(name);
        std::vector<std::string>& words = observed.levels.emplace_back();
        for (const Json& level : order) words.push_back(level_words(level));
        for (std::size_t row = 0; row < timed.size(); ++row) {
            const Json& config = timed[row].config;
            const auto found = std::ranges::lower_bound(order, config.at(name), InOrder());
            observed.configs[row].push_back(static_cast<std::uint8_t>(found - order.begin()));
        }
    }
    for (const Timed& one : timed) observed.values.push_back(std::log(one.time));
    return observed;
}

}  // namespace hone
