// SPDX-License-Identifier: MIT
// The short numbers, which are converted by hand.
#include <catch2/catch.hpp>
#include <cmath>
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

}  // namespace

TEST_CASE("bfloat16 keeps 8 digits, rounds to the nearest and of two equally near to the even") {
    CHECK(element_of("bfloat16").bytes == 2);
    CHECK(stored("bfloat16", 1) == 1);
    CHECK(stored("bfloat16", -3.5) == -3.5);
    CHECK(stored("bfloat16", 1 + 0x1p-8) == 1);
    CHECK(stored("bfloat16", 1 + 3 * 0x1p-8) == 1 + 0x1p-6);
    CHECK(stored("bfloat16", 1 + 0x1.8p-8) == 1 + 0x1p-7);
    CHECK(stored("bfloat16", 2 - 0x1p-9) == 2);
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
