// SPDX-License-Identifier: MIT
// The operators of the language on exact numbers. Expressions, constraints in a diagram, and the
// stored expressions that applications evaluate all use them.
#pragma once

#include <cstdint>

#include "spaces/language/value.hpp"

namespace hone {

/// The operation of a step.
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

/// The result of `op`. A fault in an argument is propagated; unused arguments are ignored.
Number apply(Op op, Number a, Number b = {}, Number c = {});

/// The number of arguments of the operation, 0 to 3.
int arity(Op op);

}  // namespace hone
