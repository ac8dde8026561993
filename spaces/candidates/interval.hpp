// SPDX-License-Identifier: MIT
// What is known of a term before any value is chosen: between which numbers it lies, whether it is
// whole, and whether it can fail to exist. Exact, so that what it decides is decided rightly.
#pragma once

#include <span>

#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

struct Range {
    Number low = 0, high = 0;
    bool bounded = false;  ///< low and high mean something
    bool whole = false;    ///< every value is a whole number
    bool certain = false;  ///< no value is a fault or a word
    double size = 0;       ///< no numerator or denominator is larger than this

    /// Every value is truthy, or every value is zero, and none can fail.
    bool always() const { return certain && bounded && Number(0) != low && less(0, low).truthy(); }
    bool never() const { return certain && bounded && low == Number(0) && high == Number(0); }
};

/// The range of a list of values: what a parameter can be.
Range range_of(std::span<const Number> values);

/// The range of what `op` makes of arguments that lie in these ranges, as many as it takes.
Range range_of(Op op, std::span<const Range> args);

/// Sizes below this leave room for one more operation in 64 bits.
inline constexpr double largest_safe_size = 0x1p61;

}  // namespace hone
