// SPDX-License-Identifier: MIT
// Converts bytes to hex digits and back.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace hone {

inline std::string hex_of(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char letter : bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        text += digits[byte / 16];
        text += digits[byte % 16];
    }
    return text;
}

/// The bytes of pairs of hex digits.
inline std::string bytes_of_hex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        unsigned value = 0;
        std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
        bytes += static_cast<char>(value);
    }
    return bytes;
}

}  // namespace hone
