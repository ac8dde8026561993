// SPDX-License-Identifier: MIT
// Exact arithmetic on fractions. Integers, which are nearly all numbers, use the fast path in the
// first line of each operation. The others use 128-bit intermediates, which no pair of 64-bit
// fractions overflows.
#include "spaces/language/value.hpp"

#include <limits>
#include <optional>

namespace hone {
namespace {

constexpr Wide lowest = std::numeric_limits<std::int64_t>::min();
constexpr Wide highest = std::numeric_limits<std::int64_t>::max();

bool fits(Wide value) {
    return lowest <= value && value <= highest;
}

Wide common_divisor(Wide a, Wide b) {
    if (a < 0) a = -a;
    while (b != 0) {
        const Wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

Wide floor_of(Wide numerator, Wide denominator) {
    const Wide quotient = numerator / denominator;
    const bool rounded_up = numerator % denominator != 0 && (numerator < 0) != (denominator < 0);
    return rounded_up ? quotient - 1 : quotient;
}

Number whole_or_overflow(Wide value) {
    return fits(value) ? Number(static_cast<std::int64_t>(value)) : Number(Fault::overflow);
}

// The result of an operation with an operand that is a fault: the first operand's fault.
Number first_fault(Number a, Number b) {
    return a.exists() ? b.fault() : a.fault();
}

Wide cross(Number a, Number b) {
    return Wide{a.numerator()} * b.denominator();
}
Wide denominators(Number a, Number b) {
    return Wide{a.denominator()} * b.denominator();
}

}  // namespace

std::string_view text(Fault fault) {
    switch (fault) {
        case Fault::overflow:
            return "a number that needs more than 64 bits";
        case Fault::division_by_zero:
            return "division by zero";
        case Fault::not_whole:
            return "a fraction where a whole number is needed";
        case Fault::not_a_power:
            return "log2 of a number that is not a power of two";
        case Fault::not_a_number:
            return "a string where a number is needed";
    }
    return "not a number";
}

Number Number::fraction(Wide numerator, Wide denominator) {
    if (denominator == 0) return Fault::division_by_zero;
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    const Wide divisor = common_divisor(numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
    if (!fits(numerator) || !fits(denominator)) return Fault::overflow;
    return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

namespace {

constexpr Wide enough = Wide{1} << 100;  // anything larger is not a fraction of 64-bit integers

// "1.25" as 125 and a scale of -2, and the number of characters read.
struct Decimal {
    Wide mantissa = 0;
    int scale = 0;
    std::size_t digits = 0;
    std::size_t length = 0;
};

// Reads digits and one point; nullopt if there are too many digits.
std::optional<Decimal> read_decimal(std::string_view text) {
    Decimal read;
    bool after_point = false;
    for (const char c : text) {
        if ('0' <= c && c <= '9') {
            if (read.mantissa > enough) return std::nullopt;
            read.mantissa = read.mantissa * 10 + (c - '0');
            read.scale -= after_point ? 1 : 0;
            ++read.digits;
        } else if (c == '.' && !after_point) {
            after_point = true;
        } else {
            break;
        }
        ++read.length;
    }
    return read;
}

// The integer in "e+6"; 0 for an empty text.
Number read_exponent(std::string_view text) {
    if (text.empty()) return 0;
    if (text[0] != 'e' && text[0] != 'E') return Fault::not_a_number;
    text.remove_prefix(1);
    if (text.find_first_of(".eE") != text.npos) return Fault::not_a_number;
    if (text.starts_with('+')) text.remove_prefix(1);
    return Number::parse(text);
}

// sign * mantissa * 10^scale, for a mantissa that is not negative.
Number scaled(Wide sign, Wide mantissa, std::int64_t scale) {
    if (mantissa == 0) return 0;
    Wide denominator = 1;
    for (; scale < 0 && mantissa % 10 == 0; ++scale) mantissa /= 10;
    for (; scale < 0; ++scale) {
        denominator *= 10;
        if (denominator > enough) return Fault::overflow;
    }
    for (; scale > 0; --scale) {
        mantissa *= 10;
        if (mantissa > enough) return Fault::overflow;
    }
    return Number::fraction(sign * mantissa, denominator);
}

}  // namespace

Number Number::parse(std::string_view digits) {
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    const std::optional<Decimal> decimal = read_decimal(digits);
    if (!decimal) return Fault::overflow;
    if (decimal->digits == 0) return Fault::not_a_number;
    const Number exponent = read_exponent(digits.substr(decimal->length));
    if (!exponent.exists()) return exponent;
    if (exponent.numerator() < -100 || exponent.numerator() > 100) return Fault::overflow;
    return scaled(negative ? -1 : 1, decimal->mantissa, decimal->scale + exponent.numerator());
}

std::string Number::text() const {
    if (!exists()) return std::string(hone::text(fault()));
    const std::string numerator = std::to_string(numerator_);
    return whole() ? numerator : numerator + '/' + std::to_string(denominator_);
}

Number operator+(Number a, Number b) {
    std::int64_t sum = 0;
    if (a.whole() && b.whole()) {
        return __builtin_add_overflow(a.numerator(), b.numerator(), &sum) ? Number(Fault::overflow)
                                                                          : Number(sum);
    }
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    Wide numerator = 0;
    if (__builtin_add_overflow(cross(a, b), cross(b, a), &numerator)) return Fault::overflow;
    return Number::fraction(numerator, denominators(a, b));
}

Number operator-(Number a, Number b) {
    std::int64_t difference = 0;
    if (a.whole() && b.whole()) {
        return __builtin_sub_overflow(a.numerator(), b.numerator(), &difference)
                   ? Number(Fault::overflow)
                   : Number(difference);
    }
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    Wide numerator = 0;
    if (__builtin_sub_overflow(cross(a, b), cross(b, a), &numerator)) return Fault::overflow;
    return Number::fraction(numerator, denominators(a, b));
}

Number operator*(Number a, Number b) {
    std::int64_t product = 0;
    if (a.whole() && b.whole()) {
        return __builtin_mul_overflow(a.numerator(), b.numerator(), &product)
                   ? Number(Fault::overflow)
                   : Number(product);
    }
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    return Number::fraction(Wide{a.numerator()} * b.numerator(), denominators(a, b));
}

Number operator/(Number a, Number b) {
    if (a.whole() && b.whole() && b.numerator() > 0 && a.numerator() % b.numerator() == 0) {
        return a.numerator() / b.numerator();
    }
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    return Number::fraction(cross(a, b), cross(b, a));
}

Number floor_div(Number a, Number b) {
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    if (b.numerator() == 0) return Fault::division_by_zero;
    return whole_or_overflow(floor_of(cross(a, b), cross(b, a)));
}

Number modulo(Number a, Number b) {
    if (a.whole() && b.whole() && a.numerator() >= 0 && b.numerator() > 0) {
        return a.numerator() % b.numerator();
    }
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    if (b.numerator() == 0) return Fault::division_by_zero;
    const Wide dividend = cross(a, b);
    const Wide divisor = cross(b, a);
    return Number::fraction(dividend - divisor * floor_of(dividend, divisor), denominators(a, b));
}

Number ceil_div(Number a, Number b) {
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    if (b.numerator() == 0) return Fault::division_by_zero;
    return whole_or_overflow(-floor_of(-cross(a, b), cross(b, a)));
}

Number log2(Number a) {
    if (!a.exists()) return a.fault();
    // A power of two below one is 1 over a power of two above one.
    const std::int64_t n = a.numerator();
    const std::int64_t d = a.denominator();
    const auto power = [](std::int64_t x) { return x > 0 && (x & (x - 1)) == 0; };
    if (!power(n) || !power(d)) return Fault::not_a_power;
    return __builtin_ctzll(static_cast<unsigned long long>(n)) -
           __builtin_ctzll(static_cast<unsigned long long>(d));
}

Number less(Number a, Number b) {
    if (a.whole() && b.whole()) return a.numerator() < b.numerator() ? 1 : 0;
    if (!a.exists() || !b.exists()) return first_fault(a, b);
    return cross(a, b) < cross(b, a) ? 1 : 0;
}

Number equal(Number a, Number b) {
    const bool compares_words =
        (a.is_word() || b.is_word()) && (a.exists() || a.is_word()) && (b.exists() || b.is_word());
    if (compares_words || (a.exists() && b.exists())) return a == b ? 1 : 0;
    return a.exists() || a.is_word() ? b.fault() : a.fault();
}

std::string text(const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    return std::get<Number>(value).text();
}

}  // namespace hone
