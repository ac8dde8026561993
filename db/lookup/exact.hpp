// SPDX-License-Identifier: MIT
// Exact numbers for the expressions of recipes: fractions of 64-bit integers, words, and nothing.
// They mean what the language of spaces means; a test holds both against each other.
#pragma once

#include <cstdint>
#include <string_view>

namespace hone::lookup {

/// A fraction in lowest terms; a denominator of 0 says that there is no such number, -1 that it is
/// a word, which equals itself and nothing else.
struct Exact {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    bool exists() const { return denominator > 0; }
    bool whole() const { return denominator == 1; }
    bool truthy() const { return exists() && numerator != 0; }
    double real() const {
        return static_cast<double>(numerator) / static_cast<double>(denominator);
    }
    friend bool operator==(const Exact&, const Exact&) = default;
};

constexpr Exact nothing{0, 0};

/// The word as a value.
Exact word(std::string_view text);

/// The number nearest to a real one that a fraction can be, or nothing.
Exact exact(double real);

/// Reads "64", "7/2" and "-3".
Exact read_exact(std::string_view digits);

/// What a sign or a function of the language does with its arguments; those that it does not take
/// are ignored.
struct Operator {
    std::string_view token;
    int arity;
    Exact (*apply)(Exact a, Exact b, Exact c);
};

/// The operator that is written so, or nullptr.
const Operator* find_operator(std::string_view token);

}  // namespace hone::lookup
