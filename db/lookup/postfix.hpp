// SPDX-License-Identifier: MIT
// An expression as recipes have it: postfix, "M WGM TM * ceil_div", so that reading it takes no
// parser and evaluating it no memory. Names are slots, filled once for each question.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/exact.hpp"

namespace hone::lookup {

/// The names that the expressions of one recipe read, each with a place in a row of values.
class Slots {
  public:
    /// The name's place; a new name gets the next one.
    std::uint32_t of(std::string_view name);
    const std::vector<std::string>& names() const { return names_; }

  private:
    std::vector<std::string> names_;
};

class Postfix {
  public:
    /// Without a text it is the number 0.
    Postfix() = default;
    /// Reads numbers, 'words', operators and names. A text that is no expression is nothing to all
    /// values.
    Postfix(std::string_view text, Slots& slots);

    /// The value when the slots hold these.
    Exact value(std::span<const Exact> slots) const;

  private:
    struct Step {
        const Operator* apply = nullptr;  // else a number, or what a slot holds
        bool is_slot = false;
        std::uint32_t slot = 0;
        Exact number;
    };
    bool balanced() const;

    std::vector<Step> steps_;
};

}  // namespace hone::lookup
