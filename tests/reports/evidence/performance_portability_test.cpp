// SPDX-License-Identifier: MIT
// Performance portability, on times that are easy to compute by hand.
#include "reports/evidence/performance_portability.hpp"

#include <catch2/catch.hpp>

using namespace hone;

TEST_CASE("Pennycook's mean is harmonic, and nothing where one device fails") {
    CHECK(harmonic_mean({1, 1, 1}) == Approx(1));
    CHECK(harmonic_mean({1, 0.5}) == Approx(2.0 / 3));
    CHECK(harmonic_mean({1, 0.5, 0}) == 0);
    CHECK(harmonic_mean({}) == 0);
}

TEST_CASE("efficiencies are relative to the target's own best, and a failed config has none") {
    const auto shares = efficiencies_at({{"a", 10}, {"b", 20}, {"c", 0}});
    CHECK(shares.at("a") == 1);
    CHECK(shares.at("b") == 0.5);
    CHECK(shares.at("c") == 0);
    CHECK(efficiencies_at({{"c", 0}}).at("c") == 0);
}

TEST_CASE("few configs cover all targets, the most useful first") {
    const TimesByTarget targets{{"one", {{"a", 100}, {"b", 104}, {"c", 300}}},
                                {"two", {{"a", 300}, {"b", 100}, {"c", 104}}},
                                {"three", {{"a", 300}, {"b", 300}, {"c", 100}}},
                                {"four", {{"b", 102}, {"d", 100}}}};
    const auto chosen = greedy_cover(targets, 0.05);
    REQUIRE(chosen.size() == 2);
    CHECK(chosen[0].config == "b");
    CHECK(chosen[0].targets == std::vector<std::string>{"four", "one", "two"});
    CHECK(chosen[1].config == "c");
    CHECK(chosen[1].targets == std::vector<std::string>{"three"});
}

TEST_CASE("a target where nothing ran is covered by no config") {
    CHECK(greedy_cover({{"one", {{"a", 0}}}}, 0.05).empty());
    CHECK(greedy_cover({}, 0.05).empty());
}
