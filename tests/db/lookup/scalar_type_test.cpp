// SPDX-License-Identifier: MIT
// Arguments by value have the size and the bits of their type.
#include "db/lookup/scalar_type.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>

using namespace hone;

namespace {

template <class T>
void check_bytes(const char* type, double value, T expected) {
    INFO(type << ' ' << value);
    const ScalarType* known = scalar_type(type);
    REQUIRE(known != nullptr);
    const std::string bytes = known->bytes(value);
    REQUIRE(bytes.size() == sizeof expected);
    CHECK(std::memcmp(bytes.data(), &expected, sizeof expected) == 0);
}

}  // namespace

TEST_CASE("a scalar has the bytes of its type, also past what an int holds") {
    check_bytes<std::uint32_t>("uint", 3e9, 3000000000U);
    check_bytes<std::int32_t>("int", -5, -5);
    check_bytes<std::int64_t>("long", 5e9, 5000000000);
    check_bytes<std::uint64_t>("ulong", 0x1p63, std::uint64_t{1} << 63U);
    check_bytes<std::uint8_t>("uchar", 200, 200);
    check_bytes<std::int16_t>("short", -300, -300);
    check_bytes<float>("float", 0.5, 0.5F);
    check_bytes<double>("double", 0.1, 0.1);
    check_bytes<std::uint16_t>("half", 1.5, 0x3e00);
    check_bytes<std::uint16_t>("bfloat16", -2, 0xc000);
}

TEST_CASE("a type holds what lies between its bounds") {
    CHECK(scalar_type("uint")->holds(4294967295.0));
    CHECK_FALSE(scalar_type("uint")->holds(4294967296.0));
    CHECK_FALSE(scalar_type("uint")->holds(-1));
    CHECK(scalar_type("int")->holds(-2147483648.0));
    CHECK_FALSE(scalar_type("int")->holds(2147483648.0));
    CHECK_FALSE(scalar_type("uchar")->holds(256));
    CHECK_FALSE(scalar_type("long")->holds(0x1p63));
    CHECK(scalar_type("half")->holds(1e9));  // which is infinite in it
    CHECK(scalar_type("float4") == nullptr);
    CHECK(scalar_type("") == nullptr);
}
