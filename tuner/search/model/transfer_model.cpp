// SPDX-License-Identifier: MIT
// Speeds are relative to the fastest, since devices differ by factors. Fast configs have priority
// in the fit, since slow ones do not lead to the optimum.
#include "tuner/search/model/transfer_model.hpp"

#include <algorithm>
#include <limits>

namespace hone {
namespace {

// The work grows with the square of the number of configs.
constexpr std::size_t max_fast = 64;
constexpr std::size_t max_others = 64;

double fastest_of(const TransferTrials& trials) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& [config, time] : trials)
        if (time) fastest = std::min(fastest, *time);
    return fastest;
}

}  // namespace

TransferModel::TransferModel(const FeatureMap& features, const TransferTrials& trials)
    : features_(features),
      trials_(trials),
      fastest_(fastest_of(trials)),
      points_(features.dimensions()) {}

float TransferModel::relative_speed(std::optional<double> time) const {
    return time ? static_cast<float>(fastest_ / *time) : 0;
}

// Returns the fastest configs, and an even sample of the others by speed.
std::vector<Config> TransferModel::training_configs() const {
    std::vector<std::pair<float, const Config*>> by_speed;
    for (const auto& [config, time] : trials_)
        by_speed.emplace_back(-relative_speed(time), &config);
    std::stable_sort(by_speed.begin(), by_speed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Config> some;
    const std::size_t fast = std::min(max_fast, by_speed.size());
    for (std::size_t i = 0; i < fast; ++i) some.push_back(*by_speed[i].second);
    const std::size_t others = std::min(max_others, by_speed.size() - fast);
    for (std::size_t i = 0; i < others; ++i)
        some.push_back(*by_speed[fast + i * (by_speed.size() - fast) / others].second);
    return some;
}

void TransferModel::fit() {
    const std::vector<Config> some = training_configs();
    std::vector<double> shares;
    std::vector<std::size_t> points;
    for (const Config& config : some) {
        points.push_back(points_.size());
        points_.append(features_.point(config));
        basis_[0].values.push_back(1);
        shares.push_back(relative_speed(trials_.at(config)));
    }
    process_ = std::make_unique<GaussianProcess>(
        points_, basis_,
        fit_hyperparameters(points_, points, shares,
                            initial_hyperparameters(points_.dimensions())));
    for (std::size_t i = 0; i < points.size(); ++i) process_->observe(points[i], shares[i]);
}

// If all configs were tried, no process is fitted.
std::vector<float> TransferModel::predict(const std::vector<Config>& configs,
                                          const FeatureMatrix& points) {
    std::vector<float> shares(configs.size(), 0);
    const bool all_tried = std::ranges::all_of(
        configs, [&](const Config& config) { return trials_.contains(config); });
    if (!all_tried) {
        if (!process_) fit();
        shares = process_->means(points);
    }
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const auto found = trials_.find(configs[i]);
        shares[i] = found == trials_.end() ? std::clamp(shares[i], 0.0F, 1.0F)
                                           : relative_speed(found->second);
    }
    return shares;
}

}  // namespace hone
