// SPDX-License-Identifier: MIT
// The two curves of the score have their required values.
#include "tuner/replay/monotone_curves.hpp"

#include <catch2/catch.hpp>

using namespace hone;

TEST_CASE("a smooth curve goes through its points and turns only where they turn") {
    const PchipCurve curve({{1, 10}, {2, 6}, {4, 5.5}, {5, 1}, {9, 1}});
    CHECK(curve.at(1) == 10);
    CHECK(curve.at(4) == Approx(5.5));
    CHECK(curve.at(9) == 1);
    for (double x = 1; x < 9; x += 0.01) CHECK(curve.at(x + 0.01) <= curve.at(x) + 1e-12);
    CHECK(curve.at(0) == 10);
    CHECK(curve.at(20) == 1);
}

TEST_CASE("a smooth curve turns where its points turn") {
    const std::vector<std::pair<double, double>> points{{0, 0}, {1, 4}, {2, 1}, {4, 3}, {5, 2}};
    const PchipCurve curve(points);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const auto [from, begin] = points[i];
        const auto [to, end] = points[i + 1];
        CHECK(curve.at(from) == Approx(begin));
        const double upwards = end > begin ? 1 : -1;
        for (int part = 0; part < 100; ++part) {
            const double x = from + (to - from) * part / 100;
            CAPTURE(x);
            CHECK(upwards * (curve.at(x + (to - from) / 100) - curve.at(x)) >= -1e-12);
        }
    }
}

TEST_CASE("a smooth curve has the slopes of Fritsch and Butland") {
    // Inside: widths 1 and 2, slopes 2 and 1, so (5 + 4) / (5 / 2 + 4 / 1); at 1.5 by Hermite.
    const PchipCurve curve({{0, 0}, {1, 2}, {3, 4}});
    const double inner = 9.0 / 6.5;
    const double last = 1.0 * (2 * 2 + 1) / 3 - 2.0 * 2 / 3;
    CHECK(curve.at(2) == Approx(3 + (inner - last) * 2 / 8));
}

TEST_CASE("few points make a constant and a line") {
    CHECK(PchipCurve({{3, 7}}).at(5) == 7);
    CHECK(PchipCurve({{0, 0}, {2, 4}}).at(1) == Approx(2));
}

TEST_CASE("a rising curve pools what falls and never falls itself") {
    const IsotonicCurve curve({{1, 1}, {2, 5}, {3, 3}, {4, 4}, {5, 9}});
    CHECK(curve.at(1) == 1);
    CHECK(curve.at(2) == Approx(4));
    CHECK(curve.at(3.5) == Approx(4));
    CHECK(curve.at(4.5) == Approx(6.5));
    CHECK(curve.at(0) == 1);
    CHECK(curve.at(8) == 9);
}

TEST_CASE("of several values at one x an isotonic curve takes the mean") {
    const IsotonicCurve curve({{1, 4}, {1, 0}, {2, 6}, {2, 1}});
    CHECK(curve.at(1) == Approx(2));
    CHECK(curve.at(2) == Approx(3.5));
}
