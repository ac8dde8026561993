// SPDX-License-Identifier: MIT
// The operators of the language: what each does with exact numbers. Expressions, constraints in a
// diagram and the stored expressions that applications evaluate all ask here.
#pragma once

#include <cstdint>

#include "spaces/language/value.hpp"

namespace hone {

/// What a step does with its arguments.
enum class Op : std::uint8_t {
    number,
    word,
    name,
    negate,
    invert,  ///< `!x` and `not x`
    add,
    subtract,
    multiply,
    divide,
    floor_div,
    modulo,
    less,  ///< `a > b` is less(b, a)
    less_equal,
    equal,
    not_equal,
    both,    ///< `a && b`, `a and b`
    either,  ///< `a || b`, `a or b`
    choose,  ///< `a ? b : c`
    min,
    max,
    abs,
    ceil_div,
    log2,
    is_pow2
};

/// What `op` makes of its arguments, which are handed on when they are faults; those that it does
/// not take are ignored.
Number apply(Op op, Number a, Number b = {}, Number c = {});

/// How many arguments the operation takes, 0 to 3.
int arity(Op op);

}  // namespace hone
