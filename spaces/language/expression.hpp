// SPDX-License-Identifier: MIT
// The language of spaces: integer arithmetic with C's operators and precedence, Python's words
// beside them, exact fractions, and nothing that could be executed. An Expression is parsed once,
// knows the names it reads, and is evaluated by looking them up. The page on it is
// spaces/README.md.
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

/// A parsed expression: its steps in an order in which each needs only earlier ones; the last is
/// the answer.
class Expression {
  public:
    /// An expression that is this number, for defaults.
    Expression(Number number);  // NOLINT(google-explicit-constructor): a number is an expression

    /// A real that is no fraction of 64 bits, such as 1e30, for what takes any double. Its number is a Fault.
    static Expression decimal(double value, const Location& where);

    /// Reads one expression. A mistake is added to `mistakes` with its location (`where` is the
    /// location of the first character), and the result is then the number 0.
    static Expression parse(std::string_view text, const Location& where, Mistakes& mistakes);
    /// The same for a text that stands alone; throws a usage Error when it is wrong.
    static Expression parse(std::string_view text);

    /// What the name stands for, or nullptr when it stands for nothing here.
    using Lookup = std::function<const Value*(std::string_view name)>;

    /// The value: a number (comparisons give 1 or 0), a word, or a number with its fault. Throws a
    /// usage Error when a name stands for nothing.
    Value evaluate(const Lookup& lookup) const;
    /// The value where a number is needed: a word is not_a_number.
    Number number(const Lookup& lookup) const;
    /// The value where a whole number is needed; a usage Error names the expression and what it
    /// gave.
    std::int64_t whole(const Lookup& lookup) const;

    /// The names it reads, each once, in the order of their first use.
    const std::vector<std::string>& names() const { return names_; }
    /// As it was written.
    const std::string& text() const { return text_; }
    /// Where it was written.
    const Location& location() const { return location_; }
    /// The real that it was made of.
    std::optional<double> decimal() const { return decimal_; }
    std::span<const Step> steps() const { return steps_; }

    /// Adds a mistake for each name that is not among `known`, with the nearest one that is.
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

/// A lookup in one map, or in several where the first that knows the name answers.
Expression::Lookup lookup_in(const Names& names);
Expression::Lookup lookup_in(const Names& first, const Names& second);

}  // namespace hone
