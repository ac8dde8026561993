// SPDX-License-Identifier: MIT
// What an expression can be worth: an exact number, a word, or nothing with a reason. Numbers are
// fractions of 64-bit integers, so 7 / 2 is neither 3 nor 3.4999: it is 7/2, and where a whole
// number is needed it is "not allowed". There is no undefined behavior and no rounding anywhere.
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
    not_whole,    ///< a fraction where a whole number is needed
    not_a_power,  ///< log2 of what is no power of two
    not_a_number  ///< a word in arithmetic
};

/// The fault in words: "division by zero".
std::string_view text(Fault fault);

/// An exact fraction in lowest terms, or the Fault that kept it from existing. Arithmetic hands a
/// fault on, as it hands on NaN; unlike NaN it remembers why.
class Number {
  public:
    constexpr Number() = default;
    // Implicit on purpose: a whole number is a Number, so values read as they are written.
    // NOLINTBEGIN(google-explicit-constructor)
    constexpr Number(std::int64_t whole) : numerator_(whole) {}
    constexpr Number(Fault fault) : numerator_(static_cast<std::int64_t>(fault)), denominator_(0) {}
    // NOLINTEND(google-explicit-constructor)

    /// numerator / denominator in lowest terms; a Fault when there is none or it does not fit.
    static Number fraction(Wide numerator, Wide denominator);
    /// Reads "42", "-3", "0.25", "1e-3" exactly; not_a_number for anything else, overflow past 64
    /// bits.
    static Number parse(std::string_view digits);

    /// A word, as a code: it equals the same word and nothing else, and has no arithmetic.
    static constexpr Number word(std::int64_t code) { return {code, -1}; }

    constexpr bool exists() const { return denominator_ > 0; }
    constexpr bool whole() const { return denominator_ == 1; }
    constexpr bool is_word() const { return denominator_ < 0; }
    /// Exists and is not zero: what lets a constraint hold.
    constexpr bool truthy() const { return denominator_ > 0 && numerator_ != 0; }
    constexpr std::int64_t numerator() const { return numerator_; }
    constexpr std::int64_t denominator() const { return denominator_; }
    /// Why it does not exist; a word is no number. Ask only where !exists().
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
/// The largest whole number not above a / b, as Python's `//`.
Number floor_div(Number a, Number b);
/// a - b * floor_div(a, b), as Python's `%`; for operands of one sign that is C's `%` too.
Number modulo(Number a, Number b);
/// The smallest whole number not below a / b.
Number ceil_div(Number a, Number b);
/// The exponent of a power of two; not_a_power for anything else.
Number log2(Number a);
/// 1 when a < b, 0 when not, or the fault of either.
Number less(Number a, Number b);
/// 1 when a == b, 0 when not, or the fault of either. Words can be compared, also with numbers.
Number equal(Number a, Number b);

/// What a parameter, a problem or a device can hold under a name: a number or a word.
using Value = std::variant<Number, std::string>;

/// The value as a user would write it: 64, 7/2, fast.
std::string text(const Value& value);

/// What names stand for, outside a space's own parameters: the problem and the device.
using Names = std::map<std::string, Value, std::less<>>;

}  // namespace hone
