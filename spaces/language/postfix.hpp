// SPDX-License-Identifier: MIT
// Expressions as they are stored for applications: in postfix order, "M WGM TM * ceil_div". They
// are written from parsed expressions. Reading them needs no parser, and evaluating them allocates
// no memory: names are indices into a table of variables, whose values are set once per query.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/language/operators.hpp"

namespace hone {

struct Step;

/// The steps up to `last`, the result, in postfix order.
std::string to_postfix(std::span<const Step> steps, std::size_t last);
std::string to_postfix(std::span<const Step> steps);

/// The word as a number that is equal only for the same word. The code is computed from the text,
/// so no table of words is needed.
Number word_number(std::string_view text);

/// The names that the expressions of one recipe read, each with the index of its value.
class VariableTable {
  public:
    /// The name's index; a new name gets the next one.
    std::uint32_t of(std::string_view name);
    const std::vector<std::string>& names() const { return names_; }

  private:
    std::vector<std::string> names_;
};

class Postfix {
  public:
    struct Token {
        Op op = Op::number;
        std::uint32_t variable = 0;  // of Op::name
        Number number;               // of Op::number
    };

    /// The number 0.
    Postfix() = default;
    /// Reads numbers, 'words', operators and names. An invalid text becomes not_a_number.
    Postfix(std::string_view text, VariableTable& variables);

    /// The result for these values of the variables.
    Number value(std::span<const Number> variables) const;

    /// In postfix order.
    std::span<const Token> tokens() const { return tokens_; }

  private:
    static Token read(std::string_view text, VariableTable& variables);
    bool balanced() const;

    std::vector<Token> tokens_;
};

}  // namespace hone
