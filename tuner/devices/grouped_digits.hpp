// SPDX-License-Identifier: MIT
// Exact numbers for messages, with digits in groups of three: 65,536.
#pragma once

#include <cstdint>
#include <string>

namespace hone {

/// "65,536".
inline std::string grouped_digits(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (auto at = std::ssize(digits) - 3; at > first; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

/// "1 warp", "1,024 warps".
inline std::string count_of(std::int64_t number, std::string_view thing) {
    return grouped_digits(number) + ' ' + std::string(thing) + (number == 1 ? "" : "s");
}

}  // namespace hone
