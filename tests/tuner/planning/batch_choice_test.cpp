// SPDX-License-Identifier: MIT
// The choice of configs to time together: fast, uncertain, and dissimilar.
#include "tuner/planning/batch_choice.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using namespace hone::prediction;

namespace {

/// Configs with these expected times and this variance each; the first two are correlated this
/// much.
JointPrediction predictions(std::vector<double> means, double variance, double shared = 0) {
    JointPrediction joint{.means = std::move(means), .covariance = LowerTriangle(0), .noise = 0.1};
    joint.covariance = LowerTriangle(joint.means.size());
    for (std::size_t i = 0; i < joint.means.size(); ++i) joint.covariance.row(i)[i] = variance;
    joint.covariance.row(1)[0] = shared;
    return joint;
}

std::vector<std::size_t> configs(const std::vector<Promise>& batch) {
    std::vector<std::size_t> all;
    for (const Promise& promise : batch) all.push_back(promise.config);
    return all;
}

}  // namespace

TEST_CASE("what may be the fastest comes first, and what cannot reach the limit not at all") {
    const auto batch = promising_batch(predictions({10, 9, 11, 10.4}, 0.25), 9.95, 8);
    CHECK(configs(batch) == std::vector<std::size_t>{1, 0, 3});
    CHECK(batch[0].reached == Approx(8.5));
    CHECK(batch[1].reached == Approx(9.5));
    CHECK(promising_batch(predictions({10, 9}, 0.25), 8, 8).empty());
}

TEST_CASE("no more are chosen than are wanted") {
    CHECK(promising_batch(predictions({9, 9, 9, 9}, 0.25), 10, 3).size() == 3);
    CHECK(promising_batch(predictions({9, 9}, 0.25), 10, 3).size() == 2);
    CHECK(promising_batch(predictions({9, 9}, 0.25), 10, 0).empty());
}

TEST_CASE("of two that are alike one is timed, where another one is as uncertain") {
    const auto batch = promising_batch(predictions({9, 9.1, 9.2}, 0.25, 0.249), 10, 2);
    CHECK(configs(batch) == std::vector<std::size_t>{0, 2});
    const auto apart = promising_batch(predictions({9, 9.1, 9.2}, 0.25), 10, 2);
    CHECK(configs(apart) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("of what is certain only the expected time counts") {
    const auto batch = promising_batch(predictions({9, 9.5, 8}, 0), 9.2, 8);
    CHECK(configs(batch) == std::vector<std::size_t>{2, 0});
    CHECK(batch[0].reached == Approx(8));
}
