// SPDX-License-Identifier: MIT
// Splits OpenCL C into words, comments and blocks.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

inline bool is_word_letter(unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_';
}

/// Names, keywords and numbers, in order.
std::vector<std::string_view> c_words(std::string_view text);

/// The text with each comment replaced by one blank.
std::string without_comments(std::string_view text);

/// The position after the string or character constant that starts at `at`.
std::size_t end_of_quoted(std::string_view text, std::size_t at);

}  // namespace hone
