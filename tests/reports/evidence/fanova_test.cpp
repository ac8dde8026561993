// SPDX-License-Identifier: MIT
// Variances of synthetic functions, computed by hand, compared with the analysis.
#include "reports/evidence/fanova.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

using namespace hone;

namespace {

// Three parameters with two, three and four levels, and a function of them at every combination.
Observations grid(const std::function<double(double, double, double)>& f) {
    Observations all;
    all.names = {"A", "B", "C"};
    all.levels = {{"0", "1"}, {"0", "1", "2"}, {"0", "1", "2", "3"}};
    for (std::uint8_t a = 0; a < 2; ++a)
        for (std::uint8_t b = 0; b < 3; ++b)
            for (std::uint8_t c = 0; c < 4; ++c) {
                all.configs.push_back({a, b, c});
                all.values.push_back(f(a, b, c));
            }
    return all;
}

double share_of(const Importance& all, std::size_t a, std::size_t b) {
    for (const Importance::Pair& pair : all.pairs)
        if (pair.a == a && pair.b == b) return pair.share;
    return -1;
}

}  // namespace

TEST_CASE("a sum has no interactions, and its variances add up") {
    // Var(4a) = 16 / 4 = 4, Var(3b) = 9 * 2 / 3 = 6, c has no effect: 10 in all.
    const Importance all =
        importance(grid([](double a, double b, double) { return 4 * a + 3 * b; }));
    CHECK(all.exact);
    CHECK(all.single[0] == Approx(0.4));
    CHECK(all.single[1] == Approx(0.6));
    CHECK(all.single[2] == Approx(0).margin(1e-12));
    for (const Importance::Pair& pair : all.pairs) CHECK(pair.share == Approx(0).margin(1e-12));
}

TEST_CASE("a product of centered levels is an interaction and nothing else") {
    const Importance all =
        importance(grid([](double a, double b, double) { return (2 * a - 1) * (b - 1); }));
    CHECK(all.single[0] == Approx(0).margin(1e-12));
    CHECK(all.single[1] == Approx(0).margin(1e-12));
    CHECK(share_of(all, 0, 1) == Approx(1));
    CHECK(all.pairs.front().a == 0);
    CHECK(all.pairs.front().b == 1);
}

TEST_CASE("parts and interactions stand side by side") {
    // Var(c) = 5/4; Var((2a-1)(b-1)) = 2/3; independent of one another.
    const Importance all =
        importance(grid([](double a, double b, double c) { return c + (2 * a - 1) * (b - 1); }));
    const double total = 1.25 + 2.0 / 3;
    CHECK(all.single[2] == Approx(1.25 / total));
    CHECK(share_of(all, 0, 1) == Approx(2.0 / 3 / total));
}

TEST_CASE("a forest that saw two thirds finds about the same") {
    Observations all;
    all.names = {"A", "B", "C", "D"};
    all.levels.assign(4, {"0", "1", "2", "3", "4", "5"});
    for (std::uint8_t a = 0; a < 6; ++a)
        for (std::uint8_t b = 0; b < 6; ++b)
            for (std::uint8_t c = 0; c < 6; ++c)
                for (std::uint8_t d = 0; d < 6; ++d) {
                    if ((a + 2 * b + 3 * c + 5 * d) % 3 == 0) continue;
                    all.configs.push_back({a, b, c, d});
                    all.values.push_back(3.0 * a + 2.0 * b + c);
                }
    const Importance shares = importance(all);
    CHECK_FALSE(shares.exact);
    // 9, 4 and 1 of 14.
    CHECK(shares.single[0] == Approx(9.0 / 14).margin(0.06));
    CHECK(shares.single[1] == Approx(4.0 / 14).margin(0.06));
    CHECK(shares.single[2] == Approx(1.0 / 14).margin(0.04));
    CHECK(shares.single[3] == Approx(0).margin(0.02));
}

TEST_CASE("nothing varies, or nothing was measured: no share") {
    const Importance flat = importance(grid([](double, double, double) { return 7; }));
    for (const double share : flat.single) CHECK(share == 0);
    CHECK(importance({}).single.empty());
}
