// SPDX-License-Identifier: MIT
// An expression of a recipe, in postfix order: "M WGM TM * ceil_div". Reading it needs no parser
// and evaluating it no memory. Names are indices into a table of variables, filled once for each
// query.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/exact.hpp"

namespace hone::lookup {

/// The names that the expressions of one recipe read, each with its index among their values.
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
    /// Without a text it is the number 0.
    Postfix() = default;
    /// Reads numbers, 'words', operators and names. A text that is no expression has no value.
    Postfix(std::string_view text, VariableTable& variables);

    /// The value for these values of the variables.
    Rational value(std::span<const Rational> variables) const;

  private:
    struct Step {
        const Operator* apply = nullptr;  // else a number, or a variable's value
        bool is_variable = false;
        std::uint32_t variable = 0;
        Rational number;
    };
    bool balanced() const;

    std::vector<Step> steps_;
};

}  // namespace hone::lookup
