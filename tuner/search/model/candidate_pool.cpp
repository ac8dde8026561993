// SPDX-License-Identifier: MIT
// Configs, their feature matrix and the transfer models' predictions share one index.
#include "tuner/search/model/candidate_pool.hpp"

#include <algorithm>

#include "spaces/base/parallel.hpp"

namespace hone {
namespace {

// Each transfer model costs time at each trial, and the first few carry most of the information.
constexpr std::size_t max_models = 6;
// Fewer trials than these carry little information.
constexpr std::size_t min_timed = 5;
// The prior on a transfer model's weight counts as a tenth of an observation: it decides between
// models that agree, but any evidence outweighs it.
constexpr double prior_strength = 0.1;

std::vector<const TransferTrials*> useful_transfers(const std::vector<TransferTrials>& transfer) {
    std::vector<const TransferTrials*> best;
    for (const TransferTrials& trials : transfer) {
        const auto timed = std::count_if(trials.begin(), trials.end(),
                                         [](const auto& each) { return each.second.has_value(); });
        if (static_cast<std::size_t>(timed) >= min_timed) best.push_back(&trials);
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const auto* a, const auto* b) { return a->size() > b->size(); });
    best.resize(std::min(best.size(), max_models));
    return best;
}

}  // namespace

CandidatePool::CandidatePool(const SearchProblem& problem, FeatureSet features,
                             std::size_t max_size)
    : features_(problem, features == FeatureSet::all), points_(features_.dimensions()) {
    basis_.push_back({});
    if (features == FeatureSet::all) {
        for (const TransferTrials* trials : useful_transfers(problem.transfer)) {
            transfer_models_.push_back(std::make_unique<TransferModel>(features_, *trials));
            basis_.push_back({{}, 0, prior_strength});
        }
    }
    add(problem.candidates.sample(max_size, problem.seed));
    // Configs that were tried on other devices or at other sizes are always in the pool, even if it
    // is only a sample of the candidates.
    for (const TransferTrials& trials : problem.transfer) {
        std::vector<Config> tried;
        if (!has_transfer() || size() < max_size) break;
        for (const auto& [config, time] : trials)
            if (time && tried.size() < max_size) tried.push_back(config);
        indices(tried);
    }
}

std::optional<std::size_t> CandidatePool::find(const Config& config) const {
    const auto found = index_.find(config);
    return found == index_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> CandidatePool::indices(const std::vector<Config>& configs) {
    std::vector<Config> added;
    for (const Config& config : configs)
        if (!index_.contains(config)) added.push_back(config);
    add(std::move(added));
    std::vector<std::size_t> found;
    for (const Config& config : configs) found.push_back(index_.at(config));
    return found;
}

void CandidatePool::add(std::vector<Config> added) {
    std::erase_if(added, [&](const Config& config) {
        return !index_.emplace(config, configs_.size()).second;
    });
    const FeatureMatrix points = features_.points(added);
    for_each_index(transfer_models_.size(), [&](std::size_t l) {
        const std::vector<float> shares = transfer_models_[l]->predict(added, points);
        // Lower values are better in the model, while a higher relative speed is better.
        for (const float share : shares) basis_[l + 1].values.push_back(-share);
    });
    points_.append_all(points);
    for (Config& config : added) {
        index_[config] = configs_.size();
        basis_[0].values.push_back(1);
        configs_.push_back(std::move(config));
        asked_.push_back(false);
    }
}

void CandidatePool::retain(const std::vector<std::size_t>& chosen) {
    FeatureMatrix points(points_.dimensions());
    std::vector<Config> configs;
    std::vector<bool> asked;
    std::vector<std::vector<float>> at(basis_.size());
    std::vector<float> point(points_.dimensions());
    index_.clear();
    for (const std::size_t index : chosen) {
        for (std::size_t d = 0; d < point.size(); ++d) point[d] = points_.at(index, d);
        points.append(point);
        for (std::size_t t = 0; t < at.size(); ++t) at[t].push_back(basis_[t].values[index]);
        asked.push_back(asked_[index]);
        index_[configs_[index]] = configs.size();
        configs.push_back(std::move(configs_[index]));
    }
    points_ = std::move(points);
    configs_ = std::move(configs);
    asked_ = std::move(asked);
    for (std::size_t t = 0; t < at.size(); ++t) basis_[t].values = std::move(at[t]);
}

void CandidatePool::drop_transfer() {
    transfer_models_.clear();
    basis_.resize(1);
}

double CandidatePool::transferred(std::size_t index) const {
    double sum = 0;
    for (std::size_t t = 1; t < basis_.size(); ++t) sum += basis_[t].values[index];
    return sum / static_cast<double>(basis_.size() - 1);
}

void CandidatePool::set_transfer_weight(double weight) {
    for (std::size_t l = 0; l < transfer_models_.size(); ++l)
        basis_[l + 1].prior_weight = weight / static_cast<double>(transfer_models_.size());
}

}  // namespace hone
