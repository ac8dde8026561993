// SPDX-License-Identifier: MIT
// The language of spaces: integer arithmetic with the operators and precedence of C, Python's
// keywords as alternatives, exact fractions, and nothing executable. An Expression is parsed once,
// knows the names that it reads, and is evaluated by a lookup of these names. spaces/README.md
// describes the language.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/base/error.hpp"
#include "spaces/language/step.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// A parsed expression: a sequence of steps in which each one only uses earlier ones; the last is
/// the result.
class Expression {
  public:
    /// A constant expression, for defaults.
    Expression(Number number);  // NOLINT(google-explicit-constructor): a number is an expression

    /// A real that is not a fraction of 64-bit integers, such as 1e30, for arguments that accept
    /// any double. Its number is a Fault.
    static Expression decimal(double value, const Location& where);

    /// Parses one expression. A mistake is added to `mistakes` with its location (`where` is the
    /// location of the first character); then the result is the number 0.
    static Expression parse(std::string_view text, const Location& where, Mistakes& mistakes);
    /// Parses an independent text. Throws a usage Error if it is wrong.
    static Expression parse(std::string_view text);

    /// Returns the value of a name, or null if the name is unknown.
    using Lookup = std::function<const Value*(std::string_view name)>;

    /// The value: a number (comparisons give 1 or 0), a word, or a fault. Throws a usage Error for
    /// an unknown name.
    Value evaluate(const Lookup& lookup) const;
    /// The value as a number: a word becomes not_a_number.
    Number number(const Lookup& lookup) const;
    /// The value as an integer. Otherwise throws a usage Error with the expression and its value.
    std::int64_t whole(const Lookup& lookup) const;

    /// The names that it reads, each once, in the order of first use.
    const std::vector<std::string>& names() const { return names_; }
    /// The source text.
    const std::string& text() const { return text_; }
    /// The location of the source text.
    const Location& location() const { return location_; }
    /// The real that it was made from.
    std::optional<double> decimal() const { return decimal_; }
    std::span<const Step> steps() const { return steps_; }

    /// Adds a mistake for each name that is not in `known`, with the most similar known name.
    void check_names(std::span<const std::string> known, Mistakes& mistakes) const;

  private:
    friend class Parser;
    Expression() = default;

    std::string text_;
    Location location_;
    std::vector<Step> steps_;
    std::vector<std::string> names_;
    std::optional<double> decimal_;
};

/// A lookup in one map, or in two, where the first map has priority.
Expression::Lookup lookup_in(const Names& names);
Expression::Lookup lookup_in(const Names& first, const Names& second);

}  // namespace hone
