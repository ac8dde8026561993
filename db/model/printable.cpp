// SPDX-License-Identifier: MIT
// Handles one character after the other. Control characters are single bytes below the blank and,
// in UTF-8, some sequences of two or three bytes.
#include "db/model/printable.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace hone {
namespace {

unsigned byte(std::string_view text, std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

/// The number of bytes of the first character; 0 if it is not valid UTF-8.
std::size_t length(std::string_view text) {
    const unsigned first = byte(text, 0);
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    // Rejects overlong encodings, surrogates, and code points above the last one.
    const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (byte(text, 1) < low || byte(text, 1) > high) return 0;
    const std::size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (std::size_t i = 2; i < bytes; ++i)
        if ((byte(text, i) & 0xc0) != 0x80) return 0;
    return bytes;
}

/// Marks and overrides of the writing direction, which show a text in another order than it has,
/// and line and paragraph ends that only some programs recognize: U+061C, U+200E, U+200F, U+2028 to
/// U+202E and U+2066 to U+2069.
bool turns_the_line(std::string_view text) {
    const unsigned last = byte(text, 2);
    if (text.starts_with("\xd8\x9c")) return true;
    if (text.starts_with("\xe2\x80"))
        return last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae);
    return text.starts_with("\xe2\x81") && last >= 0xa6 && last <= 0xa9;
}

/// The code point of the first character, which must be complete.
char32_t number(std::string_view text, std::size_t bytes) {
    constexpr std::array<unsigned, 5> bits{0, 0x7f, 0x1f, 0x0f, 0x07};
    char32_t value = byte(text, 0) & bits.at(bytes);
    for (std::size_t i = 1; i < bytes; ++i) value = (value << 6U) | (byte(text, i) & 0x3fU);
    return value;
}

/// Characters without a visible shape (default ignorable in Unicode). They make two names differ
/// that look alike, or hide a text in another: the soft hyphen, joiners and spaces without a width,
/// fillers, invisible operators, variation selectors, tags.
bool is_invisible(char32_t value) {
    using Range = std::pair<char32_t, char32_t>;
    constexpr std::array<Range, 15> ranges{{{0xad, 0xad},
                                            {0x34f, 0x34f},
                                            {0x115f, 0x1160},
                                            {0x17b4, 0x17b5},
                                            {0x180b, 0x180f},
                                            {0x200b, 0x200d},
                                            {0x2060, 0x2065},
                                            {0x206a, 0x206f},
                                            {0x3164, 0x3164},
                                            {0xfe00, 0xfe0f},
                                            {0xfeff, 0xfeff},
                                            {0xffa0, 0xffa0},
                                            {0xfff0, 0xfffb},
                                            {0x1d173, 0x1d17a},
                                            {0xe0000, 0xe0fff}}};
    return std::ranges::any_of(ranges, [value](const Range& range) {
        return value >= range.first && value <= range.second;
    });
}

/// Whether the first character, which must be complete, is a control character.
bool is_control(std::string_view text, std::size_t bytes) {
    const unsigned first = byte(text, 0);
    if (first >= 0x80 && (turns_the_line(text) || is_invisible(number(text, bytes)))) return true;
    if (first == '\r') return byte(text, 1) != '\n';
    if (first == 0xc2) return byte(text, 1) < 0xa0;
    return (first < ' ' && first != '\n' && first != '\t') || first == 0x7f;
}

}  // namespace

std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return printable(std::move(text));
}

std::string printable(std::string text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = std::string_view(text).substr(at);
        const std::size_t bytes = length(rest);
        if (bytes == 0)
            text[at] = '?';
        else if (is_control(rest, bytes))
            std::fill_n(&text[at], bytes, ' ');
        at += std::max<std::size_t>(bytes, 1);
    }
    return text;
}

}  // namespace hone
