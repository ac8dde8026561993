// SPDX-License-Identifier: MIT
// Choices, their points and what the leads say of them, side by side.
#include "tuner/search/model/candidate_pool.hpp"

#include <algorithm>

namespace hone {
namespace {

// Each lead costs a little at each trial, and the first few say most.
constexpr std::size_t most_leads = 6;
// A lead with fewer trials than these has hardly begun to look.
constexpr std::size_t least_tried = 5;
// An opinion on a lead's weight counts as a tenth of an observation: it decides between leads that
// say the same, and any evidence overrules it.
constexpr double opinion = 0.1;

std::vector<const Elsewhere*> worth_following(const std::vector<Elsewhere>& elsewhere) {
    std::vector<const Elsewhere*> best;
    for (const Elsewhere& there : elsewhere) {
        const auto timed = std::count_if(there.begin(), there.end(),
                                         [](const auto& each) { return each.second.has_value(); });
        if (static_cast<std::size_t>(timed) >= least_tried) best.push_back(&there);
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const auto* a, const auto* b) { return a->size() > b->size(); });
    best.resize(std::min(best.size(), most_leads));
    return best;
}

}  // namespace

Pool::Pool(const Ground& ground, Sight sight, std::size_t most)
    : chart_(ground, sight == Sight::everything), points_(chart_.dimensions()) {
    trends_.push_back({});
    if (sight == Sight::everything) {
        for (const Elsewhere* there : worth_following(ground.elsewhere)) {
            leads_.push_back(std::make_unique<Lead>(chart_, *there));
            trends_.push_back({{}, 0, opinion});
        }
    }
    add(ground.candidates.sample(most, ground.seed));
    // What was fast elsewhere is weighed here, however many candidates there are.
    for (const Elsewhere& there : ground.elsewhere) {
        std::vector<Config> tried;
        if (!has_leads() || size() < most) break;
        for (const auto& [config, time] : there)
            if (time && tried.size() < most) tried.push_back(config);
        places(tried);
    }
}

std::vector<std::size_t> Pool::places(const std::vector<Config>& configs) {
    std::vector<Config> fresh;
    for (const Config& config : configs)
        if (!place_.contains(config)) fresh.push_back(config);
    add(std::move(fresh));
    std::vector<std::size_t> found;
    for (const Config& config : configs) found.push_back(place_.at(config));
    return found;
}

void Pool::add(std::vector<Config> fresh) {
    std::erase_if(fresh, [&](const Config& config) {
        return !place_.emplace(config, configs_.size()).second;
    });
    for (std::size_t l = 0; l < leads_.size(); ++l) {
        const std::vector<float> shares = leads_[l]->of(fresh);
        // Values count what is lower as better, and a share what is higher.
        for (const float share : shares) trends_[l + 1].at.push_back(-share);
    }
    for (Config& config : fresh) {
        place_[config] = configs_.size();
        points_.add(chart_.point(config));
        trends_[0].at.push_back(1);
        configs_.push_back(std::move(config));
        asked_.push_back(false);
    }
}

void Pool::keep(const std::vector<std::size_t>& chosen) {
    Points points(points_.dimensions());
    std::vector<Config> configs;
    std::vector<bool> asked;
    std::vector<std::vector<float>> at(trends_.size());
    std::vector<float> point(points_.dimensions());
    place_.clear();
    for (const std::size_t place : chosen) {
        for (std::size_t d = 0; d < point.size(); ++d) point[d] = points_.at(place, d);
        points.add(point);
        for (std::size_t t = 0; t < at.size(); ++t) at[t].push_back(trends_[t].at[place]);
        asked.push_back(asked_[place]);
        place_[configs_[place]] = configs.size();
        configs.push_back(std::move(configs_[place]));
    }
    points_ = std::move(points);
    configs_ = std::move(configs);
    asked_ = std::move(asked);
    for (std::size_t t = 0; t < at.size(); ++t) trends_[t].at = std::move(at[t]);
}

void Pool::trust(double weight) {
    for (std::size_t l = 0; l < leads_.size(); ++l)
        trends_[l + 1].weight = weight / static_cast<double>(leads_.size());
}

}  // namespace hone
