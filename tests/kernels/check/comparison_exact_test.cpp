// SPDX-License-Identifier: MIT
// The rules of equality: integers in all 64 bits, infinity with its sign, NaN only if it is
// expected, and the same bits if no error is allowed.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/check/comparison.hpp"

using namespace hone;

namespace {

template <class T>
Comparison compare(const char* type, const std::vector<T>& got, const std::vector<T>& expected,
                   Tolerance tolerance) {
    return compare_arrays("y", element_of(type), 1, std::as_bytes(std::span(got)),
                          std::as_bytes(std::span(expected)), tolerance);
}

}  // namespace

TEST_CASE("integers are compared in 64 bits") {
    constexpr std::uint64_t large = 0xfffffffffffff000U;
    CHECK(compare<std::uint64_t>("ulong", {large}, {large}, {}).passed);
    const Comparison found = compare<std::uint64_t>("ulong", {1, large + 100}, {1, large}, {});
    CHECK(found.text() == "y[1] is 18446744073709547620 and should be 18446744073709547520 ()");
    CHECK(compare<std::uint64_t>("ulong", {large + 100}, {large}, {.absolute = 100}).passed);
    CHECK_FALSE(compare<std::uint64_t>("ulong", {large + 100}, {large}, {.absolute = 99}).passed);

    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(compare<std::int64_t>("long", {least}, {most}, {.absolute = 1e18}).passed);
    CHECK_FALSE(compare<std::int64_t>("long", {least}, {least + 1}, {}).passed);
    CHECK(compare<std::int8_t>("char", {-1}, {1}, {.absolute = 2}).passed);
    CHECK_FALSE(compare<std::uint8_t>("uchar", {255}, {1}, {.absolute = 2}).passed);
}

TEST_CASE("infinity is right only where it is expected, and NaN only where NaN is") {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, inf, -inf, NAN};
    constexpr Tolerance wide{.absolute = 1e30, .relative = 1};
    for (const float got : values) {
        for (const float expected : values) {
            INFO(got << " for " << expected);
            const bool same = std::isnan(got) ? std::isnan(expected) : got == expected;
            CHECK(compare<float>("float", {got}, {expected}, wide).passed == same);
        }
    }
    CHECK_FALSE(compare<float>("float", {std::numeric_limits<float>::max()}, {inf}, wide).passed);
}

TEST_CASE("where no error is allowed 0 and -0 differ, and otherwise they do not") {
    CHECK_FALSE(compare<float>("float", {0}, {-0.0F}, {}).passed);
    CHECK(compare<float>("float", {0}, {-0.0F}, {.relative = 1e-9}).passed);
    CHECK(compare<float>("float", {-0.0F, 1e-45F}, {-0.0F, 1e-45F}, {}).passed);
    CHECK_FALSE(compare<float>("float", {0}, {1e-45F}, {.relative = 0.1}).passed);
}

TEST_CASE("one wrong element of many is found, and all are counted") {
    std::vector<std::int32_t> expected(1'000'000);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::int32_t>(i);
    auto got = expected;
    got[777'777] += 1;
    got[3] -= 5;
    const Comparison found = compare("int", got, expected, {});
    CHECK(found.wrong == 2);
    CHECK(found.location == "y[3]");
}

TEST_CASE("the fourth lane of a vector of three means nothing") {
    const std::vector<float> got{1, 2, 3, 9, 4, 5, 6, 9};
    const std::vector<float> expected{1, 2, 3, 0, 4, 5, 6, 0};
    const auto compare_as = [&](std::size_t width) {
        return compare_arrays("y", element_of("float"), width, std::as_bytes(std::span(got)),
                              std::as_bytes(std::span(expected)), {});
    };
    CHECK(compare_as(3).passed);
    CHECK(compare_as(4).wrong == 2);
    CHECK(compare_as(4).location == "y[0].s3");
    CHECK(compare_as(8).location == "y[0].s3");
    CHECK(compare_as(1).location == "y[3]");
}

TEST_CASE("an element of a vector has the index of the vector, and its lane") {
    const auto where = [](std::size_t width, std::size_t wrong) {
        const std::vector<std::int32_t> expected(32);
        std::vector<std::int32_t> got(32);
        got[wrong] = 1;
        return compare_arrays("y", element_of("int"), width, std::as_bytes(std::span(got)),
                              std::as_bytes(std::span(expected)), {})
            .location;
    };
    CHECK(where(2, 31) == "y[15].s1");
    CHECK(where(3, 30) == "y[7].s2");
    CHECK(where(4, 17) == "y[4].s1");
    CHECK(where(16, 31) == "y[1].sf");
}

TEST_CASE("of numbers that differ the text differs") {
    const double expected = -27.222894623456789;
    const double got = expected + 1e-10;
    const std::string text =
        compare<double>("double", {got}, {expected}, {.absolute = 2.8e-11}).text();
    CHECK(text == "y[0] is -27.22289462335679 and should be -27.222894623456789 +- 2.8e-11 ()");
    CHECK(compare<double>("double", {2.5}, {1.1}, {}).text() ==
          "y[0] is 2.5 and should be 1.1 +- 0 ()");
}
