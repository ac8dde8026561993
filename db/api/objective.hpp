// SPDX-License-Identifier: MIT
// The objective of a search or of a query.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hone {

/// The quantity to minimize.
enum class Objective : std::uint16_t {
    time,       ///< time of a run after idle time
    sustained,  ///< time of a run under sustained load
    energy,     ///< energy of a run under sustained load
    edp         ///< energy times time under sustained load
};
constexpr auto words_of(Objective /*any*/) {
    return std::array<std::string_view, 4>{"time", "sustained", "energy", "edp"};
}

}  // namespace hone
