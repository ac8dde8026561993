// SPDX-License-Identifier: MIT
// Implements each operator: most are the arithmetic of Number, the others are logic on numbers
// without faults.
#include "spaces/language/operators.hpp"

namespace hone {
namespace {

Number truth(bool holds) {
    return holds ? 1 : 0;
}

// 1 or 0 for a number; otherwise its fault.
Number truth_of(Number a) {
    return a.exists() ? truth(a.truthy()) : Number(a.fault());
}

Number invert(Number a) {
    return a.exists() ? truth(!a.truthy()) : Number(a.fault());
}

// The second is only used if the first does not decide, as in C and Python.
Number decide(Number a, Number b, bool decisive) {
    const Number first = truth_of(a);
    return !first.exists() || first.truthy() == decisive ? first : truth_of(b);
}

Number least(Number a, Number b, bool wants_least) {
    const Number below = less(a, b);
    if (!below.exists()) return below;
    return below.truthy() == wants_least ? a : b;
}

Number is_pow2(Number a) {
    if (!a.exists()) return a.fault();
    const std::int64_t n = a.numerator();
    return truth(a.whole() && n > 0 && (n & (n - 1)) == 0);
}

}  // namespace

int arity(Op op) {
    switch (op) {
        case Op::number:
        case Op::word:
        case Op::name:
            return 0;
        case Op::negate:
        case Op::invert:
        case Op::abs:
        case Op::log2:
        case Op::is_pow2:
            return 1;
        case Op::choose:
            return 3;
        default:
            return 2;
    }
}

// NOLINTNEXTLINE(readability-function-size): a line for each operator
Number apply(Op op, Number a, Number b, Number c) {
    switch (op) {
        case Op::negate:
            return Number(0) - a;
        case Op::invert:
            return invert(a);
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::divide:
            return a / b;
        case Op::floor_div:
            return floor_div(a, b);
        case Op::modulo:
            return modulo(a, b);
        case Op::less:
            return less(a, b);
        case Op::less_equal:
            return invert(less(b, a));
        case Op::equal:
            return equal(a, b);
        case Op::not_equal:
            return invert(equal(a, b));
        case Op::both:
            return decide(a, b, false);
        case Op::either:
            return decide(a, b, true);
        case Op::choose:
            return a.exists() ? (a.truthy() ? b : c) : Number(a.fault());
        case Op::min:
            return least(a, b, true);
        case Op::max:
            return least(a, b, false);
        case Op::abs:
            return least(a, Number(0) - a, false);
        case Op::ceil_div:
            return ceil_div(a, b);
        case Op::log2:
            return log2(a);
        case Op::is_pow2:
            return is_pow2(a);
        case Op::number:
        case Op::word:
        case Op::name:
            break;  // leaves: the evaluation of the steps handles them
    }
    return a;
}

}  // namespace hone
