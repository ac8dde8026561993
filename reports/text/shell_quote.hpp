// SPDX-License-Identifier: MIT
// Quoting for shells.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// The text in single quotes; a quote inside ends them, is escaped, and starts them again.
inline std::string shell_quoted(std::string_view text) {
    std::string inside;
    for (const char letter : text) inside += letter == '\'' ? "'\\''" : std::string(1, letter);
    return "'" + inside + "'";
}

/// The text, in quotes if a shell needs them.
inline std::string shell_word(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=,./:+%@-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    return shell_quoted(word);
}

}  // namespace hone
