// SPDX-License-Identifier: MIT
// Times are drawn as the model expects them: configs of one kernel together, kernels independently.
// The loss is the mean, over the draws, of the answer's time over the shortest.
#include "db/lookup/expected_loss.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

#include "db/lookup/ranking.hpp"

namespace hone::lookup {
namespace {

constexpr std::size_t most_contenders = 12;  // of each kernel
constexpr int draws = 200;

/// The times of one kernel's contenders, ready to be drawn.
class DrawnTimes {
  public:
    explicit DrawnTimes(const prediction::JointPrediction& times)
        : means_(times.means), factor_(cholesky_factor(with_jitter(times.covariance))) {}

    void draw(std::mt19937& random, std::vector<double>& into) {
        std::vector<double> normals(means_.size());
        for (double& each : normals) each = normal_(random);
        for (std::size_t i = 0; i < means_.size(); ++i) {
            double time = means_[i];
            for (std::size_t j = 0; j <= i; ++j) time += factor_.row(i)[j] * normals[j];
            into.push_back(time);
        }
    }

  private:
    /// Two configs that are expected to be alike in all are no two unknowns.
    static prediction::LowerTriangle with_jitter(prediction::LowerTriangle covariance) {
        constexpr double jitter = 1e-6;
        for (std::size_t i = 0; i < covariance.size(); ++i) covariance.row(i)[i] += jitter;
        return covariance;
    }

    std::vector<double> means_;
    prediction::LowerTriangle factor_;
    std::normal_distribution<double> normal_;
};

/// The place of the answer among all contenders, or nothing where there is no choice.
std::optional<std::size_t> place_of_answer(const std::vector<KernelTimes::Contenders>& kernels) {
    std::vector<double> expected;
    for (const KernelTimes::Contenders& kernel : kernels)
        expected.insert(expected.end(), kernel.expected.begin(), kernel.expected.end());
    if (expected.size() < 2) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::min_element(expected) - expected.begin());
}

double mean_loss(const std::vector<KernelTimes::Contenders>& kernels, std::size_t answer) {
    std::vector<DrawnTimes> times;
    for (const KernelTimes::Contenders& kernel : kernels) times.emplace_back(kernel.times);
    std::mt19937 random(1);  // the same draws for every problem, so that losses compare
    double sum = 0;
    for (int i = 0; i < draws; ++i) {
        std::vector<double> drawn;
        for (DrawnTimes& kernel : times) kernel.draw(random, drawn);
        sum += drawn[answer] - *std::ranges::min_element(drawn);
    }
    return sum / draws;
}

}  // namespace

std::optional<double> expected_loss(const Catalog& catalog, const Query& query, TimesCache& times) {
    const Rejected none;
    const ConfigRanking ranking(catalog, query, none, times);
    const auto kernels = ranking.contenders(DeviceSimilarity::board, most_contenders);
    const auto answer = place_of_answer(kernels);
    return answer ? std::optional(mean_loss(kernels, *answer)) : std::nullopt;
}

}  // namespace hone::lookup
