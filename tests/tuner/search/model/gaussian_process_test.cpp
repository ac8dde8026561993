// SPDX-License-Identifier: MIT
// Adding points at once and one by one gives the same process.
#include "tuner/search/model/gaussian_process.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "spaces/candidates/random.hpp"

using namespace hone;

namespace {

constexpr std::size_t dimensions = 3;

void add_points(FeatureMatrix& points, std::vector<BasisFunction>& basis, std::size_t count) {
    Random random(7 + points.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<float> point;
        for (std::size_t d = 0; d < dimensions; ++d)
            point.push_back(static_cast<float>(random.below(1000)) / 1000);
        basis[0].values.push_back(1);
        basis[1].values.push_back(point[0] * point[1]);
        points.append(point);
    }
}

double value_at(const FeatureMatrix& points, std::size_t point) {
    return std::sin(3 * double{points.at(point, 0)}) + double{points.at(point, 1)};
}

}  // namespace

TEST_CASE("observations that come at once are worth the same as one after the other") {
    FeatureMatrix points(dimensions);
    std::vector<BasisFunction> basis{{}, {{}, 0.5, 0.1}};
    add_points(points, basis, 3000);  // more than one core's share
    const VariancePrior prior{0.2, 2};
    GaussianProcess one_by_one(points, basis, initial_hyperparameters(dimensions), prior);
    GaussianProcess at_once(points, basis, initial_hyperparameters(dimensions), prior);
    std::vector<std::size_t> observed;
    std::vector<double> values;
    for (std::size_t point = 5; point < points.size(); point += 61) {
        observed.push_back(point);
        values.push_back(value_at(points, point));
        one_by_one.observe(point, values.back());
    }
    at_once.observe_all(observed, values);
    CHECK(at_once.observations() == one_by_one.observations());

    // Later predictions agree too, also after more points are added.
    one_by_one.observe(1, value_at(points, 1));
    at_once.observe(1, value_at(points, 1));
    add_points(points, basis, 100);
    one_by_one.extend();
    at_once.extend();
    for (std::size_t point = 0; point < points.size(); ++point) {
        const Prediction wanted = one_by_one.predict(point);
        const Prediction found = at_once.predict(point);
        REQUIRE(found.mean == wanted.mean);
        REQUIRE(found.stddev == wanted.stddev);
    }
    CHECK(at_once.predict(5).mean == Approx(values.front()).margin(0.01));
    CHECK(at_once.predict(0).stddev > at_once.predict(5).stddev);
}

TEST_CASE("a process that has observed nothing at once is as it was") {
    FeatureMatrix points(dimensions);
    std::vector<BasisFunction> basis{{}, {{}, 0.5, 0.1}};
    add_points(points, basis, 10);
    GaussianProcess process(points, basis, initial_hyperparameters(dimensions));
    const Prediction before = process.predict(3);
    process.observe_all({}, {});
    CHECK(process.predict(3).mean == before.mean);
    CHECK(process.predict(3).stddev == before.stddev);
}
