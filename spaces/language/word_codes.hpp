// SPDX-License-Identifier: MIT
// Words as numbers during an evaluation: each word gets a code, which is equal to itself alone.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

class WordCodes {
  public:
    /// The word's code, the same for the same word.
    Number code(const std::string& word) {
        const auto found = std::find(words_.begin(), words_.end(), word);
        const auto value_index = found - words_.begin();
        if (found == words_.end()) words_.push_back(word);
        return Number::word(value_index);
    }

    /// A number as it is, a word as its code.
    Number code(const Value& value) {
        const auto* word = std::get_if<std::string>(&value);
        return word ? code(*word) : std::get<Number>(value);
    }

    /// What a code, or a number, stands for.
    Value value(Number number) const {
        if (!number.is_word()) return number;
        return words_[static_cast<std::size_t>(number.numerator())];
    }

  private:
    std::vector<std::string> words_;
};

}  // namespace hone
