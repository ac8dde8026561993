// SPDX-License-Identifier: MIT
// Splits OpenCL C into words, comments and blocks. A text is read once from start to end; macros
// are not expanded.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

inline bool is_word_letter(unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_';
}

/// The position after the comment that starts at `at`; `at` if none starts there.
inline std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
    if (!rest.starts_with("/*")) return at;
    const std::size_t end = text.find("*/", at + 2);
    return end == text.npos ? text.size() : end + 2;
}

/// The position after the string or character constant that starts at `at`.
inline std::size_t end_of_quoted(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

/// Names, keywords and numbers, in order.
inline std::vector<std::string_view> c_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto is_letter = [&](std::size_t place) {
            return is_word_letter(static_cast<unsigned char>(text[place]));
        };
        if (!is_letter(at)) {
            ++at;
            continue;
        }
        const std::size_t start = at;
        while (at < text.size() && is_letter(at)) ++at;
        words.push_back(text.substr(start, at - start));
    }
    return words;
}

/// The text with each comment replaced by one blank.
inline std::string without_comments(std::string_view text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_comment(text, at);
        if (end != at) {
            kept += ' ';
            at = end;
            continue;
        }
        const std::size_t next = text[at] == '"' ? end_of_quoted(text, at) : at + 1;
        kept += text.substr(at, next - at);
        at = next;
    }
    return kept;
}

}  // namespace hone
