// SPDX-License-Identifier: MIT
// Words as numbers during an evaluation: each word gets a code that is equal only to itself.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

class WordCodes {
  public:
    /// The word's code; equal words have equal codes.
    Number code(const std::string& word) {
        const auto found = std::find(words_.begin(), words_.end(), word);
        const auto value_index = found - words_.begin();
        if (found == words_.end()) words_.push_back(word);
        return Number::word(value_index);
    }

    /// A number unchanged, a word as its code.
    Number code(const Value& value) {
        const auto* word = std::get_if<std::string>(&value);
        return word ? code(*word) : std::get<Number>(value);
    }

    /// The word of a code, or the number itself.
    Value value(Number number) const {
        if (!number.is_word()) return number;
        return words_[static_cast<std::size_t>(number.numerator())];
    }

  private:
    std::vector<std::string> words_;
};

}  // namespace hone
