// SPDX-License-Identifier: MIT
// Control characters are a byte each below the blank, and, in UTF-8, some of two bytes.
#include "db/printable.hpp"

namespace hone {
namespace {

constexpr unsigned char two_bytes = 0xc2;  // begins U+0080 to U+00BF

bool is_control(unsigned char byte, char next) {
    if (byte == '\r') return next != '\n';
    return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f;
}

bool ends_control(unsigned char byte) {
    return 0x80 <= byte && byte < 0xa0;
}

}  // namespace

std::string printable(std::string text) {
    unsigned char before = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (is_control(byte, next)) text[i] = ' ';
        if (before == two_bytes && ends_control(byte)) text[i - 1] = text[i] = ' ';
        before = byte;
    }
    return text;
}

}  // namespace hone
