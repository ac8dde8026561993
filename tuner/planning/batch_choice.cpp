// SPDX-License-Identifier: MIT
// Timing a config also reduces the uncertainty of the others, by the part that they share with it.
// That part follows from the covariances alone and needs no measurement.
#include "tuner/planning/batch_choice.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

double covariance(const prediction::LowerTriangle& all, std::size_t a, std::size_t b) {
    const auto [less, more] = std::minmax(a, b);
    return all.row(more)[less];
}

/// The covariances after this config was timed.
void condition_on(std::size_t timed, prediction::LowerTriangle& all, double noise) {
    const double variance = covariance(all, timed, timed) + noise * noise;
    std::vector<double> shared;
    for (std::size_t i = 0; i < all.size(); ++i) shared.push_back(covariance(all, i, timed));
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) all.row(i)[j] -= shared[i] * shared[j] / variance;
}

}  // namespace

std::vector<Promise> promising_batch(prediction::JointPrediction configs, double limit,
                                     std::size_t most) {
    std::vector<Promise> batch;
    std::vector<bool> chosen(configs.means.size(), false);
    while (batch.size() < std::min(most, configs.means.size())) {
        Promise best{.config = 0, .reached = limit};
        bool found = false;
        for (std::size_t i = 0; i < configs.means.size(); ++i) {
            const double variance = std::max(0.0, configs.covariance.row(i)[i]);
            const double reached = configs.means[i] - std::sqrt(variance);
            if (chosen[i] || reached > best.reached) continue;
            best = {i, reached};
            found = true;
        }
        if (!found) break;
        chosen[best.config] = true;
        batch.push_back(best);
        condition_on(best.config, configs.covariance, configs.noise);
    }
    return batch;
}

}  // namespace hone
