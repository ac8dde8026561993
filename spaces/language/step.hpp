// SPDX-License-Identifier: MIT
// The steps of a parsed expression.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "spaces/language/operators.hpp"

namespace hone {

/// One step of an expression. Its arguments are earlier steps, so evaluation needs no recursion.
struct Step {
    Op op = Op::number;
    Number number;                        ///< of Op::number
    std::string word;                     ///< of Op::word, and the name of Op::name
    std::array<std::uint32_t, 3> args{};  ///< as many as the operation takes
    int column = 0;                       ///< where it starts in the text, from 0
};

}  // namespace hone
