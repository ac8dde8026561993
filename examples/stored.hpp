// SPDX-License-Identifier: MIT
// Multiples of 1/8 between -1 and 1 in the format of each precision. All precisions represent them
// exactly.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// The bytes of an element.
inline std::size_t size_of(const std::string& precision) {
    if (precision == "f64") return 8;
    return precision == "f16" || precision == "bf16" ? 2 : 4;
}

/// Stores a multiple of 1/8 in the format of the precision.
inline void store(const std::string& precision, double value, unsigned char* to) {
    const auto single = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    std::uint32_t half = bits >> 16U;  // bf16
    if (precision == "f16")
        half = (half & 0x8000U) |
               (value == 0 ? 0 : (((bits >> 23U & 0xFFU) - 112) << 10U) | (bits >> 13U & 0x3FFU));
    if (precision == "f64")
        std::memcpy(to, &value, sizeof value);
    else if (size_of(precision) == 2)
        std::memcpy(to, &half, 2);  // for little-endian machines
    else
        std::memcpy(to, &single, sizeof single);
}

/// The stored number as a double.
inline double stored(const std::string& precision, const unsigned char* from) {
    double value = 0;
    float single = 0;
    std::uint32_t bits = 0;
    std::memcpy(&bits, from, size_of(precision) == 2 ? 2 : 4);
    if (precision == "f64") return std::memcpy(&value, from, sizeof value), value;
    if (precision == "f16") {
        const double digits = (bits & 0x7C00U) == 0 ? 0 : 1 + (bits & 0x3FFU) / 1024.0;
        return std::ldexp((bits & 0x8000U) == 0 ? digits : -digits,
                          static_cast<int>(bits >> 10U & 0x1FU) - 15);
    }
    if (precision == "bf16") bits <<= 16U;
    std::memcpy(&single, &bits, sizeof single);
    return single;
}

/// `count` numbers in stored format.
inline std::vector<unsigned char> stored_numbers(const std::string& precision, std::size_t count) {
    std::vector<unsigned char> bytes(count * size_of(precision));
    for (std::size_t i = 0; i < count; ++i)
        store(precision, static_cast<double>((i * 37 + i / 7) % 17) / 8 - 1,
              &bytes[i * size_of(precision)]);
    return bytes;
}
