// SPDX-License-Identifier: MIT
// The nearness of points, compared with the standard library's functions.
#include "db/prediction/nearness.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace hone::prediction;

TEST_CASE("points are as near as their distance says") {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> even(-9, 9);
    const auto count = GENERATE(as<std::size_t>(), 0, 1, 7, 8, 41);
    std::array<std::vector<double>, 3> points;
    for (std::vector<double>& coordinate : points)
        for (std::size_t i = 0; i < count; ++i) coordinate.push_back(even(random));
    const std::array<double, 3> asked{even(random), even(random), even(random)};
    for (const double scale : {0.4, 3.0, 90.0}) {
        std::vector<double> near{7};
        nearness(points, asked, scale, near);
        REQUIRE(near.size() == count);
        for (std::size_t i = 0; i < count; ++i) {
            double squares = 0;
            for (std::size_t c = 0; c < 3; ++c) squares += std::pow(points[c][i] - asked[c], 2);
            const double is = std::exp(-squares / (2 * scale * scale));
            CHECK(near[i] == Approx(is).epsilon(1e-9).margin(1e-290));
        }
    }
}

TEST_CASE("a point is as near to itself as can be, and one that is far off not at all") {
    const std::array<std::vector<double>, 1> points{{{2, 2 + 1e-9, 50, 1e9}}};
    std::vector<double> near;
    nearness(points, std::array{2.0}, 1, near);
    CHECK(near[0] == 1);
    CHECK(near[1] == Approx(1).epsilon(1e-12));
    CHECK(near[2] >= 0);
    CHECK(near[2] < 1e-290);
    CHECK(near[3] >= 0);
    CHECK(near[3] < 1e-290);
}
