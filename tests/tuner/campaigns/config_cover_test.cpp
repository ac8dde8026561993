// SPDX-License-Identifier: MIT
// The smallest sets of configs, on tables small enough to see the answer.
#include "tuner/campaigns/config_cover.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using Set = std::vector<std::size_t>;

TEST_CASE("one config is enough where it is good everywhere") {
    const ConfigCover cover =
        smallest_cover({{10, 30, 10}, {10.4, 10.4, 10.4}, {20, 10, 30}}, 0.05, 6);
    CHECK(cover.configs == Set{1});
    CHECK(cover.covered == 3);
    CHECK(cover.mean == Approx(1.04));
}

TEST_CASE("a smaller set goes before a faster one, a faster one before others of its size") {
    const TimeMatrix times{{10, 20, 20}, {20, 10, 10.5}, {20, 20, 10}, {20, 10.2, 10.2}};
    CHECK(smallest_cover(times, 0.05, 6).configs == Set{0, 3});
    CHECK(smallest_cover(times, 0.01, 6).configs == Set{0, 1, 2});
}

TEST_CASE("where the most is too few, as many problems as possible are covered") {
    const ConfigCover cover = smallest_cover({{10, 90, 90}, {90, 10, 10}, {50, 50, 50}}, 0.05, 1);
    CHECK(cover.configs == Set{1});
    CHECK(cover.covered == 2);
}

TEST_CASE("a config that cannot serve a problem does not cover it") {
    const ConfigCover cover = smallest_cover({{10, 0}, {11, 12}}, 0.2, 6);
    CHECK(cover.configs == Set{1});
    CHECK(best_config_for({{10, 0}, {11, 12}}, cover, 0) == 1);
}

TEST_CASE("many configs are covered without trying every set") {
    TimeMatrix times;
    for (std::size_t c = 0; c < 60; ++c) {
        times.emplace_back(60, 100.0);
        for (std::size_t p = c / 10 * 10; p < c / 10 * 10 + 10; ++p) times[c][p] = 10;
    }
    const ConfigCover cover = smallest_cover(times, 0.05, 6);
    CHECK(cover.configs.size() == 6);
    CHECK(cover.covered == 60);
}

TEST_CASE("nothing is covered by nothing") {
    CHECK(smallest_cover({}, 0.05, 6).configs.empty());
}
