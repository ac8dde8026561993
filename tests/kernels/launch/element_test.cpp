// SPDX-License-Identifier: MIT
// The 16-bit and tf32 numbers, which are converted by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/launch/element.hpp"

using namespace hone;

namespace {

double stored(const char* type, double value) {
    const Element& element = element_of(type);
    Bytes bytes(element.bytes);
    element.write(value, bytes.data());
    return element.read(bytes.data());
}

double half_of_bits(std::uint16_t bits) {
    Bytes bytes(sizeof bits);
    std::memcpy(bytes.data(), &bits, sizeof bits);
    return element_of("half").read(bytes.data());
}

std::uint16_t bits_of_half(double value) {
    Bytes bytes(2);
    element_of("half").write(value, bytes.data());
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof bits);
    return bits;
}

}  // namespace

TEST_CASE("half keeps each of its numbers, and rounds what lies between two of them") {
    CHECK(half_of_bits(0x0001) == 0x1p-24);
    CHECK(half_of_bits(0x0400) == 0x1p-14);
    CHECK(half_of_bits(0x3c01) == 1 + 0x1p-10);
    CHECK(half_of_bits(0x7bff) == 65504);
    int wrong = 0;
    for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) {
        const auto next = static_cast<std::uint16_t>(bits + 1);
        const double low = half_of_bits(bits);
        const double high = half_of_bits(next);
        const double middle = (low + high) / 2;
        wrong += low >= high || bits_of_half(low) != bits || bits_of_half(-low) != (bits | 0x8000);
        wrong += bits_of_half(middle) != (bits % 2 == 0 ? bits : next);
        wrong += bits_of_half(std::nextafter(middle, low)) != bits;
        wrong += bits_of_half(std::nextafter(middle, high)) != next;
    }
    CHECK(wrong == 0);
    CHECK(bits_of_half(std::nextafter(65520.0, 0)) == 0x7bff);
    CHECK(bits_of_half(65520) == 0x7c00);
    CHECK(bits_of_half(1e300) == 0x7c00);
    CHECK(bits_of_half(1e-300) == 0);
    CHECK(std::isinf(half_of_bits(0xfc00)));
    CHECK(std::isnan(stored("half", std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("whole numbers past every type are wrapped around, too") {
    CHECK(stored("int", 1e30) == 0);
    CHECK(stored("int", -1e30) == 0);
    CHECK(stored("uchar", -0x1p70 - 0x1p20) == 0);
    CHECK(stored("long", -0x1p63) == -0x1p63);
    CHECK(stored("ulong", 0x1p63) == 0x1p63);
    CHECK(stored("int", std::numeric_limits<double>::quiet_NaN()) == 0);
    CHECK(stored("int", std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("bfloat16 keeps 8 digits, rounds to the nearest and of two equally near to the even") {
    CHECK(element_of("bfloat16").bytes == 2);
    CHECK(stored("bfloat16", 1) == 1);
    CHECK(stored("bfloat16", -3.5) == -3.5);
    CHECK(stored("bfloat16", 1 + 0x1p-8) == 1);
    CHECK(stored("bfloat16", 1 + 3 * 0x1p-8) == 1 + 0x1p-6);
    CHECK(stored("bfloat16", 1 + 0x1.8p-8) == 1 + 0x1p-7);
    CHECK(stored("bfloat16", 2 - 0x1p-9) == 2);
    CHECK(stored("bfloat16", 1 + 0x1p-8 + 0x1p-40) ==
          1 + 0x1p-7);  // no float can distinguish it from the midpoint
    CHECK(stored("bfloat16", 1 + 3 * 0x1p-8 - 0x1p-40) == 1 + 0x1p-7);
    CHECK(stored("bfloat16", -1 - 0x1p-8 - 0x1p-40) == -1 - 0x1p-7);
    CHECK(std::isinf(stored("bfloat16", 0x1.ffp127)));
    CHECK(std::isnan(stored("bfloat16", std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("tfloat32 is a float of 11 digits") {
    CHECK(element_of("tfloat32").bytes == 4);
    CHECK(stored("tfloat32", 1 + 0x1p-10) == 1 + 0x1p-10);
    CHECK(stored("tfloat32", 1 + 0x1p-11) == 1);
    CHECK(stored("tfloat32", 1 + 3 * 0x1p-11) == 1 + 0x1p-9);
    CHECK(stored("tfloat32", -0.75) == -0.75);
    CHECK(factor_type("tf32") == "tfloat32");
    CHECK(stored_type("tf32") == "float");
    CHECK(factor_type("bf16") == "bfloat16");
}
