// SPDX-License-Identifier: MIT
// Times that a file of results may have.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hone {

/// Rounded; nullopt for what no clock can have measured: less than 0, no number, or 9e18 and more,
/// which is 285 years.
inline std::optional<std::int64_t> rounded_nanoseconds(double ns) {
    constexpr double longest = 9e18;
    if (!(ns >= 0 && ns < longest)) return std::nullopt;
    return std::llround(ns);
}

/// A number that is the whole text, rounded; otherwise nullopt.
inline std::optional<std::int64_t> parse_nanoseconds(std::string_view text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return rounded_nanoseconds(number);
}

}  // namespace hone
