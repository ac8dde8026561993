// SPDX-License-Identifier: MIT
// Interval arithmetic: the range of a term before any value is chosen, whether it is an integer,
// and whether it can be a fault. Bounds are exact, so decisions based on them are correct.
#pragma once

#include <span>

#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

struct Interval {
    Number low = 0, high = 0;
    bool bounded = false;       ///< low and high are valid
    bool whole = false;         ///< every value is an integer
    bool never_faults = false;  ///< no value is a fault or a word
    double size = 0;            ///< an upper bound of all numerators and denominators

    /// Every value is truthy, or every value is zero; none can fail.
    bool always_true() const {
        return never_faults && bounded && Number(0) != low && less(0, low).truthy();
    }
    bool always_false() const {
        return never_faults && bounded && low == Number(0) && high == Number(0);
    }
};

/// The range of a list of values, such as those of a parameter.
Interval interval_of(std::span<const Number> values);

/// The range of `op` for arguments in these ranges.
Interval interval_of(Op op, std::span<const Interval> args);

/// With sizes below this, one more operation cannot overflow 64 bits.
inline constexpr double max_safe_magnitude = 0x1p61;

}  // namespace hone
