// SPDX-License-Identifier: MIT
// Enumerations whose values have words, the same in the database, in files and on the command line.
// An enumeration E needs a function words_of(E) that lists its words in order.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "db/model/store_error.hpp"

namespace hone {

/// An enumeration with a list of words.
template <class E>
concept Worded = requires(E value) {
    words_of(value).size();
};

/// The value's word.
template <Worded E>
constexpr std::string_view word(E value) {
    return words_of(value)[static_cast<std::size_t>(value)];
}

/// The value of this word; nullopt for any other word.
template <Worded E>
constexpr std::optional<E> find_word(std::string_view text) {
    constexpr auto words = words_of(E{});
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == text) return static_cast<E>(i);
    return std::nullopt;
}

/// The value of this word. Throws a StoreError for any other word.
template <Worded E>
E from_word(std::string_view text) {
    if (const std::optional<E> known = find_word<E>(text)) return *known;
    throw StoreError("the database has the unknown word '" + std::string(text) + "'");
}

}  // namespace hone
