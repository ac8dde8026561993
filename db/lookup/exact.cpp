// SPDX-License-Identifier: MIT
// The operators as one table. Intermediates have 128 bits, which no pair of fractions overflows but
// in a sum; what does not fit in the end is nothing.
#include "db/lookup/exact.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace hone::lookup {
namespace {

__extension__ using Wide = __int128;

constexpr Wide lowest = std::numeric_limits<std::int64_t>::min();
constexpr Wide highest = std::numeric_limits<std::int64_t>::max();

Rational fraction(Wide numerator, Wide denominator) {
    if (denominator == 0) return no_value;
    if (denominator == 1 && lowest <= numerator && numerator <= highest)
        return {static_cast<std::int64_t>(numerator), 1};
    Wide a = numerator < 0 ? -numerator : numerator;
    Wide b = denominator < 0 ? -denominator : denominator;
    while (b != 0) {
        const Wide rest = a % b;
        a = b;
        b = rest;
    }
    if (denominator < 0) a = -a;
    numerator /= a;
    denominator /= a;
    if (numerator < lowest || numerator > highest || denominator > highest) return no_value;
    return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

bool both_exist(Rational a, Rational b) {
    return a.exists() && b.exists();
}

Wide cross(Rational a, Rational b) {
    return Wide{a.numerator} * b.denominator;
}

Wide denominators(Rational a, Rational b) {
    return Wide{a.denominator} * b.denominator;
}

Wide floor_of(Wide numerator, Wide denominator) {
    const Wide quotient = numerator / denominator;
    const bool rounded_up = numerator % denominator != 0 && (numerator < 0) != (denominator < 0);
    return rounded_up ? quotient - 1 : quotient;
}

Rational truth(bool holds) {
    return {holds ? 1 : 0, 1};
}

Rational truth_of(Rational a) {
    return a.exists() ? truth(a.truthy()) : no_value;
}

Rational invert(Rational a, Rational /*b*/, Rational /*c*/) {
    return a.exists() ? truth(!a.truthy()) : no_value;
}

Rational sum(Rational a, Rational b, Rational /*c*/) {
    Wide numerator = 0;
    if (!both_exist(a, b) || __builtin_add_overflow(cross(a, b), cross(b, a), &numerator))
        return no_value;
    return fraction(numerator, denominators(a, b));
}

Rational difference(Rational a, Rational b, Rational /*c*/) {
    Wide numerator = 0;
    if (!both_exist(a, b) || __builtin_sub_overflow(cross(a, b), cross(b, a), &numerator))
        return no_value;
    return fraction(numerator, denominators(a, b));
}

Rational negative(Rational a, Rational /*b*/, Rational c) {
    return difference({0, 1}, a, c);
}

Rational product(Rational a, Rational b, Rational /*c*/) {
    return both_exist(a, b) ? fraction(Wide{a.numerator} * b.numerator, denominators(a, b))
                            : no_value;
}

Rational quotient(Rational a, Rational b, Rational /*c*/) {
    return both_exist(a, b) ? fraction(cross(a, b), cross(b, a)) : no_value;
}

Rational floor_quotient(Rational a, Rational b, Rational /*c*/) {
    if (!both_exist(a, b) || b.numerator == 0) return no_value;
    return fraction(floor_of(cross(a, b), cross(b, a)), 1);
}

Rational ceil_quotient(Rational a, Rational b, Rational /*c*/) {
    if (!both_exist(a, b) || b.numerator == 0) return no_value;
    return fraction(-floor_of(-cross(a, b), cross(b, a)), 1);
}

Rational modulo(Rational a, Rational b, Rational c) {
    const Rational times = floor_quotient(a, b, c);
    return difference(a, product(b, times, c), c);
}

Rational less(Rational a, Rational b, Rational /*c*/) {
    return both_exist(a, b) ? truth(cross(a, b) < cross(b, a)) : no_value;
}

Rational less_equal(Rational a, Rational b, Rational c) {
    return invert(less(b, a, c), b, c);
}

Rational equal(Rational a, Rational b, Rational /*c*/) {
    return a == no_value || b == no_value ? no_value : truth(a == b);
}

Rational not_equal(Rational a, Rational b, Rational c) {
    return invert(equal(a, b, c), b, c);
}

Rational both(Rational a, Rational b, Rational /*c*/) {
    return a.truthy() ? truth_of(b) : truth_of(a);
}

Rational either(Rational a, Rational b, Rational /*c*/) {
    return !a.exists() || a.truthy() ? truth_of(a) : truth_of(b);
}

Rational choose(Rational a, Rational b, Rational c) {
    if (!a.exists()) return no_value;
    return a.truthy() ? b : c;
}

Rational smaller(Rational a, Rational b, Rational /*c*/) {
    if (!both_exist(a, b)) return no_value;
    return cross(a, b) < cross(b, a) ? a : b;
}

Rational larger(Rational a, Rational b, Rational /*c*/) {
    if (!both_exist(a, b)) return no_value;
    return cross(a, b) < cross(b, a) ? b : a;
}

Rational magnitude(Rational a, Rational b, Rational c) {
    return larger(a, negative(a, b, c), c);
}

bool power_of_two(std::int64_t n) {
    return n > 0 && (n & (n - 1)) == 0;
}

Rational is_pow2(Rational a, Rational /*b*/, Rational /*c*/) {
    return a.exists() ? truth(a.whole() && power_of_two(a.numerator)) : no_value;
}

Rational log2(Rational a, Rational /*b*/, Rational /*c*/) {
    if (!a.exists() || !power_of_two(a.numerator) || !power_of_two(a.denominator)) return no_value;
    return {__builtin_ctzll(static_cast<unsigned long long>(a.numerator)) -
                __builtin_ctzll(static_cast<unsigned long long>(a.denominator)),
            1};
}

constexpr std::array operators{
    Operator{"neg", 1, negative},
    Operator{"!", 1, invert},
    Operator{"+", 2, sum},
    Operator{"-", 2, difference},
    Operator{"*", 2, product},
    Operator{"/", 2, quotient},
    Operator{"//", 2, floor_quotient},
    Operator{"%", 2, modulo},
    Operator{"<", 2, less},
    Operator{"<=", 2, less_equal},
    Operator{"==", 2, equal},
    Operator{"!=", 2, not_equal},
    Operator{"&&", 2, both},
    Operator{"||", 2, either},
    Operator{"?", 3, choose},
    Operator{"min", 2, smaller},
    Operator{"max", 2, larger},
    Operator{"abs", 1, magnitude},
    Operator{"log2", 1, log2},
    Operator{"ceil_div", 2, ceil_quotient},
    Operator{"is_pow2", 1, is_pow2},
};

}  // namespace

Rational word(std::string_view text) {
    std::uint64_t code = 0xcbf29ce484222325u;  // FNV-1a
    for (const char c : text) code = (code ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return {static_cast<std::int64_t>(code), -1};
}

Rational nearest_rational(double real) {
    constexpr double scale = 0x1p20;
    if (!std::isfinite(real) || std::fabs(real) > 0x1p42) return no_value;
    return fraction(static_cast<Wide>(std::llround(real * scale)), static_cast<Wide>(scale));
}

Rational parse_rational(std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    const char* at = std::from_chars(digits.data(), end, numerator).ptr;
    if (at != end && *at == '/') at = std::from_chars(at + 1, end, denominator).ptr;
    return at == end ? fraction(numerator, denominator) : no_value;
}

const Operator* find_operator(std::string_view token) {
    const auto* found = std::ranges::find(operators, token, &Operator::token);
    return found == operators.end() ? nullptr : &*found;
}

}  // namespace hone::lookup
