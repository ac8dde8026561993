// SPDX-License-Identifier: MIT
// Conversions to number types of OpenCL C that C++ cannot cast to: reals of two bytes, rounded to
// nearest even, and integers outside of the range of their type.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace hone {

/// Converts to an integer type, modulo its range, because a cast of a value outside of the range is
/// undefined. Values above 64 bits are first reduced with fmod. Returns 0 for NaN and infinity.
template <class T>
T wrapped(double value) {
    const double rest = std::fmod(value, 0x1p64);
    if (std::isnan(rest)) return 0;
    const auto magnitude = static_cast<std::uint64_t>(std::fabs(rest));
    return static_cast<T>(rest < 0 ? 0 - magnitude : magnitude);
}

constexpr int double_digits = 52;  // of the mantissa, without the hidden one
constexpr int double_bias = 1023;

/// 2^exponent, for exponents of normal doubles.
inline double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(double_bias + exponent)
                                 << double_digits);
}

constexpr int half_least = -24;  // exponent of the smallest half

/// The bits of the nearest half.
inline std::uint16_t half_bits(double value) {
    constexpr int half_digits = 11;      // of the mantissa, with the hidden one
    constexpr double half_most = 65520;  // infinite from here on
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isnan(magnitude)) return sign | 0x7e00;
    if (magnitude >= half_most) return sign | 0x7c00;
    const int exponent =
        static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> double_digits) - double_bias;
    const int last = std::max(exponent - half_digits + 1, half_least);  // of the last digit
    const auto digits = static_cast<int>(std::nearbyint(magnitude * power_of_two(-last)));
    // If the mantissa rounds up to the next power of two, the carry increments the exponent.
    return static_cast<std::uint16_t>(sign | (digits + (last - half_least) * 1024));
}

/// The bits of the nearest float whose last `digits` bits (at least two) are 0. A carry increments
/// the exponent, up to infinity. If the float is not exact, its last bit is set, so that the value
/// is rounded only once.
inline std::uint32_t shortened(double value, unsigned digits) {
    const auto nearest = static_cast<float>(value);
    auto bits = std::bit_cast<std::uint32_t>(nearest);
    const double kept = nearest;
    if (std::fabs(kept) > std::fabs(value)) --bits;  // towards 0
    if (kept != value && !std::isnan(value)) bits |= 1U;
    if (!std::isnan(value)) bits += (1U << (digits - 1)) - 1 + (bits >> digits & 1);
    return bits >> digits << digits;
}

constexpr unsigned digits_past_bfloat = 16;  // of a float

/// The bits of the nearest bfloat16: the upper half of a float.
inline std::uint16_t bfloat_bits(double value) {
    return static_cast<std::uint16_t>(shortened(value, digits_past_bfloat) >> digits_past_bfloat);
}

}  // namespace hone
