// SPDX-License-Identifier: MIT
// The values of expressions: exact numbers, words, or faults. Numbers are fractions of 64-bit
// integers, so 7 / 2 is exactly 7/2, and it is an error where an integer is needed. There is no
// undefined behavior and no rounding.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace hone {

/// A 128-bit integer: the intermediate of exact 64-bit arithmetic, and the number of a candidate.
__extension__ using Wide = __int128;
__extension__ using WideUnsigned = unsigned __int128;

/// Why a number does not exist.
enum class Fault : std::int64_t {
    overflow = 1,
    division_by_zero,
    not_whole,    ///< a fraction where an integer is needed
    not_a_power,  ///< log2 of a number that is not a power of two
    not_a_number  ///< a word in arithmetic
};

/// The fault in words: "division by zero".
std::string_view text(Fault fault);

/// An exact fraction in lowest terms, or a Fault. Arithmetic propagates a fault like NaN, but with
/// its reason.
class Number {
  public:
    constexpr Number() = default;
    // Implicit, because an integer is a Number: values can be written as plain literals.
    // NOLINTBEGIN(google-explicit-constructor)
    constexpr Number(std::int64_t whole) : numerator_(whole) {}
    constexpr Number(Fault fault) : numerator_(static_cast<std::int64_t>(fault)), denominator_(0) {}
    // NOLINTEND(google-explicit-constructor)

    /// numerator / denominator in lowest terms; a Fault if it does not exist or does not fit.
    static Number fraction(Wide numerator, Wide denominator);
    /// Reads "42", "-3", "0.25", "1e-3" exactly. Returns not_a_number for any other text, and
    /// overflow above 64 bits.
    static Number parse(std::string_view digits);

    /// A word, as a code: it is equal only to the same word, and has no arithmetic.
    static constexpr Number word(std::int64_t code) { return {code, -1}; }

    constexpr bool exists() const { return denominator_ > 0; }
    constexpr bool whole() const { return denominator_ == 1; }
    constexpr bool is_word() const { return denominator_ < 0; }
    /// Whether it exists and is not zero. A constraint holds if its value is truthy.
    constexpr bool truthy() const { return denominator_ > 0 && numerator_ != 0; }
    constexpr std::int64_t numerator() const { return numerator_; }
    constexpr std::int64_t denominator() const { return denominator_; }
    /// The reason why the number does not exist; for a word, not_a_number. Only valid if !exists().
    constexpr Fault fault() const {
        return is_word() ? Fault::not_a_number : static_cast<Fault>(numerator_);
    }
    double real() const {
        return static_cast<double>(numerator_) / static_cast<double>(denominator_);
    }
    /// "42", "7/2", or the fault in words.
    std::string text() const;

    /// The same number, or the same fault.
    friend constexpr bool operator==(const Number&, const Number&) = default;

  private:
    constexpr Number(std::int64_t numerator, std::int64_t denominator)
        : numerator_(numerator), denominator_(denominator) {}

    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;  // above zero; zero marks a fault, -1 a word
};

Number operator+(Number a, Number b);
Number operator-(Number a, Number b);
Number operator*(Number a, Number b);
/// Exact division: 7 / 2 is the fraction 7/2.
Number operator/(Number a, Number b);
/// The largest integer not above a / b, like Python's `//`.
Number floor_div(Number a, Number b);
/// a - b * floor_div(a, b), like Python's `%`; for operands of the same sign also like C's `%`.
Number modulo(Number a, Number b);
/// The smallest integer not below a / b.
Number ceil_div(Number a, Number b);
/// The exponent of a power of two; not_a_power for any other number.
Number log2(Number a);
/// 1 if a < b, else 0, or the fault of either.
Number less(Number a, Number b);
/// 1 if a == b, else 0, or the fault of either. Words can be compared, also with numbers.
Number equal(Number a, Number b);

/// The value of a parameter, of a problem's argument or of a device property: a number or a word.
using Value = std::variant<Number, std::string>;

/// The value in a user's notation: 64, 7/2, fast.
std::string text(const Value& value);

/// Values of the names that are not parameters of a space: of the problem and the device.
using Names = std::map<std::string, Value, std::less<>>;

}  // namespace hone
