// SPDX-License-Identifier: MIT
// Times are rounded, and those that no clock can have measured are none.
#include "tuner/exchange/nanoseconds.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace hone;

TEST_CASE("a time is a number that a clock can have measured") {
    CHECK(parse_nanoseconds("0") == 0);
    CHECK(parse_nanoseconds("12.5") == 13);
    CHECK(parse_nanoseconds("1e6") == 1'000'000);
    CHECK(parse_nanoseconds("8.9e18") == 8'900'000'000'000'000'000);
    for (const char* wrong : {"", "-1", "9e18", "1e400", "nan", "inf", "12 ", " 12", "12x"}) {
        INFO(wrong);
        CHECK_FALSE(parse_nanoseconds(wrong));
    }
    CHECK(rounded_nanoseconds(0.4) == 0);
    CHECK_FALSE(rounded_nanoseconds(std::numeric_limits<double>::quiet_NaN()));
}
