// SPDX-License-Identifier: MIT
// Figures as samples: the better figure is the smaller sample, and is read back unchanged.
#include <catch2/catch.hpp>
#include <limits>

#include "db/model/samples.hpp"

using namespace hone;

TEST_CASE("a better figure is a smaller sample") {
    CHECK(sample_of(2.5, Figure::lower).value() < sample_of(2.6, Figure::lower).value());
    CHECK(sample_of(2.6, Figure::higher).value() < sample_of(2.5, Figure::higher).value());
}

TEST_CASE("a figure comes back within a thousandth") {
    for (const Figure kind : {Figure::lower, Figure::higher})
        for (const double figure : {0.01, 0.5, 1.0, 900.5, 123456.0, 8.5e9, 1e11}) {
            const auto sample = sample_of(figure, kind);
            REQUIRE(sample);
            CHECK(figure_from(static_cast<double>(*sample), kind) == Approx(figure).epsilon(1e-3));
        }
}

TEST_CASE("what cannot be compared is no sample") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const Figure kind : {Figure::lower, Figure::higher})
        for (const double figure :
             {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN(), 1e18, 1e-9})
            CHECK_FALSE(sample_of(figure, kind));
}

TEST_CASE("the conditions of a key say what its samples stand for") {
    CHECK(figure_of(R"({"cache":"warm","options":""})") == Figure::time);
    CHECK(figure_of(R"({"cache":"warm","options":"","clock":"host","figure":"higher"})") ==
          Figure::higher);
    CHECK(figure_of(R"({"cache":"warm","options":"","figure":"lower"})") == Figure::lower);
    CHECK(figure_of("no JSON") == Figure::time);
}
