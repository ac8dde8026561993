// SPDX-License-Identifier: MIT
// Figures for display, especially numbers that are rounded into the next unit.
#include "reports/text/quantity.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "reports/text/describe.hpp"

using namespace hone;

TEST_CASE("a time has three digits and the unit that fits") {
    CHECK(human::time(0) == "0.00 ns");
    CHECK(human::time(480) == "480 ns");
    CHECK(human::time(12'300) == "12.3 µs");
    CHECK(human::time(1'500'000) == "1.50 ms");
    CHECK(human::time(2.5e9) == "2.50 s");
}

TEST_CASE("a time is rounded before its unit is chosen") {
    CHECK(human::time(999.4) == "999 ns");
    CHECK(human::time(999.96) == "1.00 µs");
    CHECK(human::time(9.996) == "10.0 ns");
    CHECK(human::time(59.4e9) == "59.4 s");
    CHECK(human::time(59.6e9) == "1 min 00 s");
}

TEST_CASE("a long time has two units") {
    CHECK(human::time(125e9) == "2 min 05 s");
    CHECK(human::time(5400e9) == "1 h 30 min");
}

TEST_CASE("bytes are counted in powers of 1024, without zeros at the end") {
    CHECK(human::bytes(0) == "0 B");
    CHECK(human::bytes(1023) == "1023 B");
    CHECK(human::bytes(49152) == "48 KiB");
    CHECK(human::bytes(1.5 * 1024 * 1024 * 1024) == "1.5 GiB");
    CHECK(human::bytes(150'000'000'000) == "140 GiB");
}

TEST_CASE("rates are counted in powers of 1000") {
    CHECK(human::flops(43.9e12) == "43.9 TFLOP/s");
    CHECK(human::flops(999.9e9) == "1.00 TFLOP/s");
    CHECK(human::bandwidth(4.66e12) == "4.66 TB/s");
    CHECK(human::bandwidth(12) == "12.0 B/s");
}

TEST_CASE("a count has a comma after each three digits") {
    CHECK(human::count(std::int64_t{0}) == "0");
    CHECK(human::count(std::int64_t{999}) == "999");
    CHECK(human::count(std::int64_t{116928}) == "116,928");
    CHECK(human::count(std::int64_t{-116928}) == "-116,928");
    CHECK(human::count(std::int64_t{-928}) == "-928");
    CHECK(human::count("340282366920938463463374607431768211455") ==
          "340,282,366,920,938,463,463,374,607,431,768,211,455");
}

TEST_CASE("a share is a percentage") {
    CHECK(human::percent(0.125) == "12.5 %");
    CHECK(human::percent(1) == "100 %");
    CHECK(human::percent(0.0345) == "3.45 %");
    CHECK(human::percent(-0.02) == "-2 %");
}

TEST_CASE("a figure is read by its unit") {
    CHECK(human::figure(4.66e12, "B/s") == "4.66 TB/s");
    CHECK(human::figure(43.9e12, "FLOP/s") == "43.9 TFLOP/s");
    CHECK(human::figure(2100, "ns") == "2.10 µs");
    CHECK(human::figure(49152, "B") == "48 KiB");
    CHECK(human::figure(1, "") == "yes");
    CHECK(human::figure(0, "") == "no");
    CHECK(human::figure(12, "apples") == "12.0 apples");
}

TEST_CASE("what is no number is a dash") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double number : {nan, infinite, -infinite}) {
        CHECK(human::time(number) == "–");
        CHECK(human::bytes(number) == "–");
        CHECK(human::flops(number) == "–");
        CHECK(human::percent(number) == "–");
    }
}

TEST_CASE("one compute unit is one unit") {
    Device device;
    device.name = "Test CPU";
    device.type = "cpu";
    device.compute_units = 1;
    CHECK(short_name(device) == "Test CPU, 1 unit");
    device.compute_units = 2;
    CHECK(short_name(device) == "Test CPU, 2 units");
}
