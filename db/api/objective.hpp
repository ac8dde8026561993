// SPDX-License-Identifier: MIT
// What a search or a question is to make small.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hone {

/// What is to be small.
enum class Objective : std::uint16_t {
    time,       ///< of a run after pauses
    sustained,  ///< the time of a run under steady load
    energy,     ///< of a run under steady load
    edp         ///< energy times time under steady load
};
constexpr auto words_of(Objective /*any*/) {
    return std::array<std::string_view, 4>{"time", "sustained", "energy", "edp"};
}

}  // namespace hone
