// SPDX-License-Identifier: MIT
// The table of element types.
#include "kernels/launch/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "spaces/base/error.hpp"
#include "spaces/base/number_casts.hpp"

namespace hone {
namespace {

template <class T>
double read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
}

template <class T>
void write_real(double value, std::byte* to) {
    const T rounded = static_cast<T>(value);
    std::memcpy(to, &rounded, sizeof rounded);
}

template <class T>
void write_whole(double value, std::byte* to) {
    const T whole = wrapped<T>(value);
    std::memcpy(to, &whole, sizeof whole);
}

template <class T>
std::uint64_t read_bits(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return static_cast<std::uint64_t>(value);
}

double read_half(const std::byte* from) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 1023;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31) {
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    }
    if (exponent == 0) return sign * mantissa * power_of_two(half_least);
    return sign * (mantissa + 1024) * power_of_two(exponent - 1 + half_least);
}

void write_half(double value, std::byte* to) {
    const std::uint16_t bits = half_bits(value);
    std::memcpy(to, &bits, sizeof bits);
}

constexpr unsigned digits_past_tfloat = 13;  // mantissa bits of a float that tfloat32 lacks

double read_bfloat(const std::byte* from) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    return std::bit_cast<float>(std::uint32_t{bits} << digits_past_bfloat);
}

void write_bfloat(double value, std::byte* to) {
    const std::uint16_t bits = bfloat_bits(value);
    std::memcpy(to, &bits, sizeof bits);
}

void write_tfloat(double value, std::byte* to) {
    const std::uint32_t bits = shortened(value, digits_past_tfloat);
    std::memcpy(to, &bits, sizeof bits);
}

template <class T>
constexpr Element whole(std::string_view type) {
    return {type, sizeof(T), 0, 1, read<T>, write_whole<T>, read_bits<T>, std::is_signed_v<T>};
}

constexpr std::array<Element, 13> elements{{
    {"float", 4, 0x1p-24, 0x1p-149, read<float>, write_real<float>},
    {"double", 8, 0x1p-53, 0x1p-1074, read<double>, write_real<double>},
    {"half", 2, 0x1p-11, 0x1p-24, read_half, write_half},
    {"bfloat16", 2, 0x1p-8, 0x1p-133, read_bfloat, write_bfloat},
    {"tfloat32", 4, 0x1p-11, 0x1p-136, read<float>, write_tfloat},
    whole<std::int8_t>("char"),
    whole<std::uint8_t>("uchar"),
    whole<std::int16_t>("short"),
    whole<std::uint16_t>("ushort"),
    whole<std::int32_t>("int"),
    whole<std::uint32_t>("uint"),
    whole<std::int64_t>("long"),
    whole<std::uint64_t>("ulong"),
}};

struct Types {
    std::string_view precision, stored, computed, factor;
    ExponentRange exponents;
};

// The product of three tf32 products loses digits if the smaller part of a factor is denormal.
// Matrix units align products by the exponents of their factors: a denormal factor loses as many
// digits as it has leading zeros.
constexpr std::array<Types, 7> types{{{"f32", "float", "float", "float", {-149, 127}},
                                      {"f64", "double", "double", "double", {-1074, 1023}},
                                      {"f16", "half", "float", "half", {-12, 15}},
                                      {"bf16", "bfloat16", "float", "bfloat16", {-124, 127}},
                                      {"tf32", "float", "float", "tfloat32", {-124, 127}},
                                      {"tf32x3", "float", "float", "float", {-110, 127}},
                                      {"i32", "int", "int", "int", {}}}};

const Types& types_of(std::string_view precision) {
    const auto found = std::ranges::find(types, precision, &Types::precision);
    if (found != types.end()) return *found;
    throw Error(Exit::usage, fmt::format("precision '{}' is not supported", precision));
}

}  // namespace

const Element& element_of(std::string_view type) {
    const auto found = std::ranges::find(elements, type, &Element::type);
    if (found != elements.end()) return *found;
    throw Error(Exit::usage, fmt::format("a buffer cannot have elements of type '{}'", type));
}

std::string_view stored_type(std::string_view precision) {
    return types_of(precision).stored;
}

std::string_view computed_type(std::string_view precision) {
    return types_of(precision).computed;
}

std::string_view factor_type(std::string_view precision) {
    return types_of(precision).factor;
}

ExponentRange exponents_of(std::string_view precision) {
    return types_of(precision).exponents;
}

std::size_t ElementType::bytes() const {
    return element->bytes * std::bit_ceil(width);
}

ElementType element_type(std::string_view type, std::string_view precision) {
    const std::size_t end = std::min(type.find_first_of("0123456789"), type.size());
    const std::string_view name = type.substr(0, end);
    const std::size_t width = end == type.size() ? 1 : std::stoul(std::string(type.substr(end)));
    return {&element_of(name == "real" ? stored_type(precision) : name), width};
}

}  // namespace hone
