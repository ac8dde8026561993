// SPDX-License-Identifier: MIT
// The scalar types of OpenCL C that buffers and arguments may have.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace hone {

struct NumberType {
    std::string_view name;  // "float"
    std::size_t bytes;
    bool is_real;  // false: an integer
};

inline constexpr std::array<NumberType, 11> number_types{{{"char", 1, false},
                                                          {"uchar", 1, false},
                                                          {"short", 2, false},
                                                          {"ushort", 2, false},
                                                          {"int", 4, false},
                                                          {"uint", 4, false},
                                                          {"long", 8, false},
                                                          {"ulong", 8, false},
                                                          {"half", 2, true},
                                                          {"float", 4, true},
                                                          {"double", 8, true}}};

/// The type with this name; nullptr if there is none.
inline const NumberType* number_type(std::string_view name) {
    const auto* const found = std::ranges::find(number_types, name, &NumberType::name);
    return found == number_types.end() ? nullptr : found;
}

}  // namespace hone
