// SPDX-License-Identifier: MIT
// Interval arithmetic on exact numbers. Where an operation says too little or a bound does not fit,
// the range is simply not bounded: a decision is then left to the values themselves.
#include "spaces/candidates/interval.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hone {
namespace {

Number lower(Number a, Number b) {
    return less(b, a).truthy() ? b : a;
}
Number higher(Number a, Number b) {
    return less(a, b).truthy() ? b : a;
}

double size_of(Number n) {
    return std::max(std::abs(static_cast<double>(n.numerator())),
                    static_cast<double>(n.denominator()));
}

bool safe(double size) {
    return size < largest_safe_size;
}

Range unknown() {
    return {};
}

// The hull of an operation that is monotone in each argument: its extremes lie in the corners.
Range corners(Op op, const Range& a, const Range& b) {
    Range result;
    if (!a.bounded || !b.bounded) return result;
    const std::array values{apply(op, a.low, b.low), apply(op, a.low, b.high),
                            apply(op, a.high, b.low), apply(op, a.high, b.high)};
    result.bounded = std::all_of(values.begin(), values.end(), [](Number n) { return n.exists(); });
    if (!result.bounded) return result;
    result.low = result.high = values[0];
    for (const Number n : values) {
        result.low = lower(result.low, n);
        result.high = higher(result.high, n);
    }
    return result;
}

// Fills in how large numerators and denominators get; a whole result is as large as its bounds.
Range sized(Range range, bool certain, bool whole, double fraction_size) {
    range.whole = whole;
    range.size =
        whole && range.bounded ? std::max(size_of(range.low), size_of(range.high)) : fraction_size;
    range.certain = certain && safe(range.size);
    return range;
}

bool excludes_zero(const Range& a) {
    return a.bounded && (less(0, a.low).truthy() || less(a.high, 0).truthy());
}

Range arithmetic(Op op, const Range& a, const Range& b) {
    const bool certain = a.certain && b.certain;
    const double product = a.size * b.size;
    const double fraction = op == Op::multiply ? product : 2 * product;
    return sized(corners(op, a, b), certain, a.whole && b.whole, fraction);
}

Range quotient(Op op, const Range& a, const Range& b) {
    if (!excludes_zero(b)) return unknown();
    const double product = a.size * b.size;
    const bool rounds = op != Op::divide;
    return sized(corners(op, a, b), a.certain && b.certain && safe(product), rounds, product);
}

// For a divisor above zero the rest lies from zero up to it, and never above a dividend from zero
// up.
Range rest(const Range& a, const Range& b) {
    if (!b.bounded || !less(0, b.low).truthy()) return unknown();
    Range result;
    const bool whole = a.whole && b.whole;
    result.bounded = true;
    result.high = whole ? b.high - 1 : b.high;
    if (a.bounded && !less(a.low, 0).truthy()) result.high = lower(result.high, a.high);
    return sized(result, a.certain && b.certain && safe(a.size * b.size), whole,
                 2 * a.size * b.size);
}

Range truth(bool certain, bool can_be_false = true, bool can_be_true = true) {
    Range result;
    result.low = can_be_false ? 0 : 1;
    result.high = can_be_true ? 1 : 0;
    result.bounded = result.whole = true;
    result.certain = certain;
    result.size = 1;
    return result;
}

Range comparison(Op op, const Range& a, const Range& b) {
    const bool certain = a.certain && b.certain;
    if (!a.bounded || !b.bounded) return truth(certain);
    const bool all_less = less(a.high, b.low).truthy();
    const bool all_more = less(b.high, a.low).truthy();
    switch (op) {
        case Op::less:
            return truth(certain, !all_less, less(a.low, b.high).truthy());
        case Op::less_equal:
            return truth(certain, less(b.low, a.high).truthy(), !all_more);
        case Op::equal:
            return truth(certain, true, !all_less && !all_more);
        default:
            return truth(certain, !all_less && !all_more, true);  // not_equal
    }
}

// Both ranges together: the result is one or the other.
Range hull(const Range& a, const Range& b, bool certain) {
    Range result;
    result.bounded = a.bounded && b.bounded;
    if (result.bounded) {
        result.low = lower(a.low, b.low);
        result.high = higher(a.high, b.high);
    }
    return sized(result, certain, a.whole && b.whole, std::max(a.size, b.size));
}

Range least_or_most(Op op, const Range& a, const Range& b) {
    Range result = corners(op, a, b);
    return sized(result, a.certain && b.certain, a.whole && b.whole, std::max(a.size, b.size));
}

Range magnitude(const Range& a) {
    Range result;
    result.bounded = a.bounded && a.low.exists();
    if (result.bounded) {
        const Number low = apply(Op::abs, a.low);
        const Number high = apply(Op::abs, a.high);
        result.bounded = low.exists() && high.exists();
        result.low = excludes_zero(a) ? lower(low, high) : Number(0);
        result.high = higher(low, high);
    }
    return sized(result, a.certain, a.whole, a.size);
}

}  // namespace

Range range_of(std::span<const Number> values) {
    Range result;
    result.bounded = result.certain = !values.empty();
    result.whole = true;
    if (values.empty()) return result;
    result.low = result.high = values[0];
    for (const Number n : values) {
        if (!n.exists()) return unknown();
        result.low = lower(result.low, n);
        result.high = higher(result.high, n);
        result.whole = result.whole && n.whole();
        result.size = std::max(result.size, size_of(n));
    }
    result.certain = safe(result.size);
    return result;
}

// NOLINTNEXTLINE(readability-function-size): a line or two for each operator
Range range_of(Op op, std::span<const Range> args) {
    static const Range none;
    const Range& a = args.empty() ? none : args[0];
    const Range& b = args.size() < 2 ? none : args[1];
    switch (op) {
        case Op::add:
        case Op::subtract:
        case Op::multiply:
            return arithmetic(op, a, b);
        case Op::negate:
            return arithmetic(Op::subtract, range_of(std::array{Number(0)}), a);
        case Op::divide:
        case Op::floor_div:
        case Op::ceil_div:
            return quotient(op, a, b);
        case Op::modulo:
            return rest(a, b);
        case Op::less:
        case Op::less_equal:
        case Op::equal:
        case Op::not_equal:
            return comparison(op, a, b);
        case Op::invert:
            return truth(a.certain, !a.never(), !a.always());
        case Op::both:
            return truth(a.certain && b.certain, !(a.always() && b.always()),
                         !a.never() && !b.never());
        case Op::either:
            return truth(a.certain && b.certain, !a.always() && !b.always(),
                         !(a.never() && b.never()));
        case Op::choose:
            return hull(b, args[2], a.certain && b.certain && args[2].certain);
        case Op::min:
        case Op::max:
            return least_or_most(op, a, b);
        case Op::abs:
            return magnitude(a);
        case Op::is_pow2:
            return truth(a.certain);
        case Op::log2:
        case Op::number:
        case Op::word:
        case Op::name:
            break;
    }
    return unknown();
}

}  // namespace hone
