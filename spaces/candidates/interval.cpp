// SPDX-License-Identifier: MIT
// Interval arithmetic on exact numbers. If the result of an operation is unknown or a bound
// overflows, the range is unbounded: the decision is then made with the values themselves.
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
    return size < max_safe_magnitude;
}

Interval unknown() {
    return {};
}

// The hull of an operation that is monotone in each argument: its extremes are at the corners.
Interval corners(Op op, const Interval& a, const Interval& b) {
    Interval result;
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

// Sets the bound of numerators and denominators; an integer result is bounded by its range.
Interval with_magnitude(Interval interval, bool never_faults, bool whole, double fraction_size) {
    interval.whole = whole;
    interval.size = whole && interval.bounded
                        ? std::max(size_of(interval.low), size_of(interval.high))
                        : fraction_size;
    interval.never_faults = never_faults && safe(interval.size);
    return interval;
}

bool excludes_zero(const Interval& a) {
    return a.bounded && (less(0, a.low).truthy() || less(a.high, 0).truthy());
}

Interval arithmetic(Op op, const Interval& a, const Interval& b) {
    const bool never_faults = a.never_faults && b.never_faults;
    const double product = a.size * b.size;
    const double fraction = op == Op::multiply ? product : 2 * product;
    return with_magnitude(corners(op, a, b), never_faults, a.whole && b.whole, fraction);
}

Interval quotient(Op op, const Interval& a, const Interval& b) {
    if (!excludes_zero(b)) return unknown();
    const double product = a.size * b.size;
    const bool rounds = op != Op::divide;
    return with_magnitude(corners(op, a, b), a.never_faults && b.never_faults && safe(product),
                          rounds, product);
}

// For a positive divisor, the remainder is between zero and the divisor, and never above a
// non-negative dividend.
Interval rest(const Interval& a, const Interval& b) {
    if (!b.bounded || !less(0, b.low).truthy()) return unknown();
    Interval result;
    const bool whole = a.whole && b.whole;
    result.bounded = true;
    result.high = whole ? b.high - 1 : b.high;
    if (a.bounded && !less(a.low, 0).truthy()) result.high = lower(result.high, a.high);
    return with_magnitude(result, a.never_faults && b.never_faults && safe(a.size * b.size), whole,
                          2 * a.size * b.size);
}

Interval truth(bool never_faults, bool can_be_false = true, bool can_be_true = true) {
    Interval result;
    result.low = can_be_false ? 0 : 1;
    result.high = can_be_true ? 1 : 0;
    result.bounded = result.whole = true;
    result.never_faults = never_faults;
    result.size = 1;
    return result;
}

Interval comparison(Op op, const Interval& a, const Interval& b) {
    const bool never_faults = a.never_faults && b.never_faults;
    if (!a.bounded || !b.bounded) return truth(never_faults);
    const bool all_less = less(a.high, b.low).truthy();
    const bool all_more = less(b.high, a.low).truthy();
    switch (op) {
        case Op::less:
            return truth(never_faults, !all_less, less(a.low, b.high).truthy());
        case Op::less_equal:
            return truth(never_faults, less(b.low, a.high).truthy(), !all_more);
        case Op::equal:
            return truth(never_faults, true, !all_less && !all_more);
        default:
            return truth(never_faults, !all_less && !all_more, true);  // not_equal
    }
}

// The union of both ranges, because the result is one or the other.
Interval hull(const Interval& a, const Interval& b, bool never_faults) {
    Interval result;
    result.bounded = a.bounded && b.bounded;
    if (result.bounded) {
        result.low = lower(a.low, b.low);
        result.high = higher(a.high, b.high);
    }
    return with_magnitude(result, never_faults, a.whole && b.whole, std::max(a.size, b.size));
}

Interval least_or_most(Op op, const Interval& a, const Interval& b) {
    Interval result = corners(op, a, b);
    return with_magnitude(result, a.never_faults && b.never_faults, a.whole && b.whole,
                          std::max(a.size, b.size));
}

Interval magnitude(const Interval& a) {
    Interval result;
    result.bounded = a.bounded && a.low.exists();
    if (result.bounded) {
        const Number low = apply(Op::abs, a.low);
        const Number high = apply(Op::abs, a.high);
        result.bounded = low.exists() && high.exists();
        result.low = excludes_zero(a) ? lower(low, high) : Number(0);
        result.high = higher(low, high);
    }
    return with_magnitude(result, a.never_faults, a.whole, a.size);
}

}  // namespace

Interval interval_of(std::span<const Number> values) {
    Interval result;
    result.bounded = result.never_faults = !values.empty();
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
    result.never_faults = safe(result.size);
    return result;
}

// NOLINTNEXTLINE(readability-function-size): a line or two for each operator
Interval interval_of(Op op, std::span<const Interval> args) {
    static const Interval none;
    const Interval& a = args.empty() ? none : args[0];
    const Interval& b = args.size() < 2 ? none : args[1];
    switch (op) {
        case Op::add:
        case Op::subtract:
        case Op::multiply:
            return arithmetic(op, a, b);
        case Op::negate:
            return arithmetic(Op::subtract, interval_of(std::array{Number(0)}), a);
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
            return truth(a.never_faults, !a.always_false(), !a.always_true());
        case Op::both:
            return truth(a.never_faults && b.never_faults, !(a.always_true() && b.always_true()),
                         !a.always_false() && !b.always_false());
        case Op::either:
            return truth(a.never_faults && b.never_faults, !a.always_true() && !b.always_true(),
                         !(a.always_false() && b.always_false()));
        case Op::choose:
            return hull(b, args[2], a.never_faults && b.never_faults && args[2].never_faults);
        case Op::min:
        case Op::max:
            return least_or_most(op, a, b);
        case Op::abs:
            return magnitude(a);
        case Op::is_pow2:
            return truth(a.never_faults);
        case Op::log2:
        case Op::number:
        case Op::word:
        case Op::name:
            break;
    }
    return unknown();
}

}  // namespace hone
