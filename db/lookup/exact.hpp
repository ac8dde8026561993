// SPDX-License-Identifier: MIT
// Rational numbers for the expressions of recipes: fractions of 64-bit integers, words, and no
// value. Arithmetic is that of the language of spaces; a test compares both.
#pragma once

#include <cstdint>
#include <string_view>

namespace hone::lookup {

/// A fraction in lowest terms; a denominator of 0 says that there is no such number, -1 that it is
/// a word, which equals itself and nothing else.
struct Rational {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    bool exists() const { return denominator > 0; }
    bool whole() const { return denominator == 1; }
    bool truthy() const { return exists() && numerator != 0; }
    double real() const {
        return static_cast<double>(numerator) / static_cast<double>(denominator);
    }
    friend bool operator==(const Rational&, const Rational&) = default;
};

constexpr Rational no_value{0, 0};

/// The word as a value.
Rational word(std::string_view text);

/// The number nearest to a real one that a fraction can be, or nothing.
Rational nearest_rational(double real);

/// Reads "64", "7/2" and "-3".
Rational parse_rational(std::string_view digits);

/// What a sign or a function of the language does with its arguments; those that it does not take
/// are ignored.
struct Operator {
    std::string_view token;
    int arity;
    Rational (*apply)(Rational a, Rational b, Rational c);
};

/// The operator that is written so, or nullptr.
const Operator* find_operator(std::string_view token);

}  // namespace hone::lookup
