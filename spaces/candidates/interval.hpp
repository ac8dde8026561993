// SPDX-License-Identifier: MIT
// Interval arithmetic: between which numbers a term lies before any value is chosen, whether it is
// whole, and whether it can be a fault. Bounds are exact, so decisions made from them are right.
#pragma once

#include <span>

#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

struct Interval {
    Number low = 0, high = 0;
    bool bounded = false;       ///< low and high mean something
    bool whole = false;         ///< every value is a whole number
    bool never_faults = false;  ///< no value is a fault or a word
    double size = 0;            ///< no numerator or denominator is larger than this

    /// Every value is truthy, or every value is zero, and none can fail.
    bool always_true() const {
        return never_faults && bounded && Number(0) != low && less(0, low).truthy();
    }
    bool always_false() const {
        return never_faults && bounded && low == Number(0) && high == Number(0);
    }
};

/// The range of a list of values: what a parameter can be.
Interval interval_of(std::span<const Number> values);

/// The range of what `op` makes of arguments that lie in these ranges, as many as it takes.
Interval interval_of(Op op, std::span<const Interval> args);

/// Sizes below this leave room for one more operation in 64 bits.
inline constexpr double max_safe_magnitude = 0x1p61;

}  // namespace hone
