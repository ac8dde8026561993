// SPDX-License-Identifier: MIT
// Speeds are compared as shares of the fastest, since devices differ by factors; and the fast ones
// are learned from first, since how slow the slow ones are leads nowhere.
#include "tuner/search/model/transfer_model.hpp"

#include <algorithm>
#include <limits>

namespace hone {
namespace {

// The work grows with the square of how many are learned from, and these show the shape.
constexpr std::size_t most_fast = 64;
constexpr std::size_t most_others = 64;

double fastest_of(const Elsewhere& there) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& [config, time] : there)
        if (time) fastest = std::min(fastest, *time);
    return fastest;
}

}  // namespace

Lead::Lead(const Chart& chart, const Elsewhere& there)
    : chart_(chart), there_(there), fastest_(fastest_of(there)), points_(chart.dimensions()) {}

float Lead::share(std::optional<double> time) const {
    return time ? static_cast<float>(fastest_ / *time) : 0;
}

// The fastest, and of the rest every so many by their speed.
std::vector<Config> Lead::learned_from() const {
    std::vector<std::pair<float, const Config*>> by_speed;
    for (const auto& [config, time] : there_) by_speed.emplace_back(-share(time), &config);
    std::stable_sort(by_speed.begin(), by_speed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Config> some;
    const std::size_t fast = std::min(most_fast, by_speed.size());
    for (std::size_t i = 0; i < fast; ++i) some.push_back(*by_speed[i].second);
    const std::size_t others = std::min(most_others, by_speed.size() - fast);
    for (std::size_t i = 0; i < others; ++i)
        some.push_back(*by_speed[fast + i * (by_speed.size() - fast) / others].second);
    return some;
}

void Lead::learn() {
    const std::vector<Config> some = learned_from();
    std::vector<double> shares;
    std::vector<std::size_t> where;
    for (const Config& config : some) {
        where.push_back(points_.size());
        points_.add(chart_.point(config));
        trends_[0].at.push_back(1);
        shares.push_back(share(there_.at(config)));
    }
    process_ = std::make_unique<GaussianProcess>(
        points_, trends_,
        plausible_scales(points_, where, shares, first_scales(points_.dimensions())));
    for (std::size_t i = 0; i < where.size(); ++i) process_->observe(where[i], shares[i]);
}

std::vector<float> Lead::of(const std::vector<Config>& configs) {
    std::vector<float> shares;
    std::vector<std::pair<std::size_t, std::size_t>> asked;  // places in `shares` and among points
    for (const Config& config : configs) {
        const auto found = there_.find(config);
        shares.push_back(found == there_.end() ? 0 : share(found->second));
        if (found != there_.end()) continue;
        if (!process_) learn();
        asked.emplace_back(shares.size() - 1, points_.size());
        points_.add(chart_.point(config));
        trends_[0].at.push_back(1);
    }
    if (asked.empty()) return shares;
    process_->extend();
    for (const auto& [place, point] : asked)
        shares[place] = static_cast<float>(std::clamp(process_->expected(point).mean, 0.0, 1.0));
    return shares;
}

}  // namespace hone
