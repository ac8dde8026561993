// SPDX-License-Identifier: MIT
// The loss relative to the one competitor for which it is largest. (The expected minimum over all
// configs would overestimate it.)
#include "tuner/planning/expected_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "db/lookup/ranking.hpp"
#include "tuner/planning/likely_bests.hpp"

namespace hone {
namespace {

constexpr std::size_t most_configs = 12;  // of each kernel

// Only a part of the model's uncertainty becomes real. With this share of its deviations, the
// predicted loss equals the mean loss of answers at sizes that were left out of recorded databases
// (tests/bench/unseen_sizes).
constexpr double share_of_deviation = 0.25;

// Measured on recorded spaces: a search leaves 0.12 after 25 configs, 0.06 after 50, 0.03 after
// 100.
double not_found_after(std::size_t configs) {
    constexpr double most = 1;
    return std::min(most, 3 / static_cast<double>(configs));
}

/// The mean of max(0, x) for a normally distributed x.
double mean_above_zero(double mean, double deviation) {
    if (deviation <= 0) return std::max(0.0, mean);
    const double z = mean / deviation;
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    const double above = 0.5 * std::erfc(-z / std::numbers::sqrt2);
    return mean * above + deviation * density;
}

/// A config of one of the kernels.
struct LikelyBest {
    const LikelyBests* kernel;
    std::size_t config;

    double expected() const { return kernel->expected[config]; }
    double advice() const { return kernel->advice[config]; }
    double mean() const { return kernel->times.means[config]; }
    double covariance(std::size_t other) const {
        const auto [less, more] = std::minmax(config, other);
        return kernel->times.covariance.row(more)[less];
    }
    double variance() const { return covariance(config); }
};

std::vector<LikelyBest> all_of(const std::vector<LikelyBests>& kernels) {
    std::vector<LikelyBest> all;
    for (const LikelyBests& kernel : kernels)
        for (std::size_t i = 0; i < kernel.configs.size(); ++i) all.push_back({&kernel, i});
    return all;
}

/// The expected loss of the answer relative to another config.
double mean_loss(const LikelyBest& answer, const LikelyBest& other) {
    const double shared = answer.kernel == other.kernel ? answer.covariance(other.config) : 0;
    const double variance = answer.variance() + other.variance() - 2 * shared;
    return mean_above_zero(answer.mean() - other.mean(),
                           share_of_deviation * std::sqrt(std::max(0.0, variance)));
}

}  // namespace

std::optional<ExpectedLoss> expected_loss(const lookup::Catalog& catalog, const Query& query,
                                          lookup::TimesCache& times) {
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog, query, none, times);
    const std::vector<LikelyBests> kernels = likely_bests(ranking, most_configs);
    const std::vector<LikelyBest> all = all_of(kernels);
    if (all.size() < 2) return std::nullopt;
    const LikelyBest& answer = *std::ranges::min_element(all, {}, &LikelyBest::expected);
    ExpectedLoss loss{.advice = answer.advice(),
                      .not_found = not_found_after(answer.kernel->timed)};
    for (const LikelyBest& other : all)
        if (&other != &answer)
            loss.among_known = std::max(loss.among_known, mean_loss(answer, other));
    return loss;
}

}  // namespace hone
