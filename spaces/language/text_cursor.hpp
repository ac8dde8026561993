// SPDX-License-Identifier: MIT
// A position in a text and the basic operations of a parser. The parsers of expressions and of
// Python lists (T1) derive from it.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// Ends the parsing of a text: the position and the reason.
struct ParseError {
    std::size_t at;
    std::string reason;
};

inline bool is_digit(char c) {
    return '0' <= c && c <= '9';
}
inline bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}
inline bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// A position in a text that moves forward.
class TextCursor {
  public:
    explicit TextCursor(std::string_view text) : text_(text) {}

    /// The character here, or 0 at the end.
    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool at_end() const { return at_ >= text_.size(); }

    void skip_space() {
        while (is_space(here())) ++at_;
    }

    /// Whether the text continues with this symbol, after spaces.
    bool peek(std::string_view sign) {
        skip_space();
        return text_.substr(at_).starts_with(sign);
    }

    /// Moves past the symbol if the text continues with it.
    bool eat(std::string_view sign) {
        if (!peek(sign)) return false;
        at_ += sign.size();
        return true;
    }

    /// Moves past the word if the text continues with exactly this word: `or` does not match
    /// `order`.
    bool eat_word(std::string_view word) {
        if (!peek(word)) return false;
        const std::size_t end = at_ + word.size();
        if (end < text_.size() && belongs_to_name(text_[end])) return false;
        at_ = end;
        return true;
    }

    /// Moves past the symbol, or throws a ParseError with this reason.
    void expect(std::string_view sign, std::string_view otherwise) {
        if (!eat(sign)) throw ParseError{at_, std::string(otherwise)};
    }

    /// Letters, digits, dots and underscores from here on.
    std::string_view take_name() {
        const std::size_t start = at_;
        while (belongs_to_name(here())) ++at_;
        return text_.substr(start, at_ - start);
    }

    /// Characters of a number from here on: digits, a point, an exponent.
    std::string_view take_number() {
        const std::size_t start = at_;
        while (is_digit(here()) || here() == '.') ++at_;
        if (here() == 'e' || here() == 'E') {
            ++at_;
            if (here() == '+' || here() == '-') ++at_;
            while (is_digit(here())) ++at_;
        }
        return text_.substr(start, at_ - start);
    }

    /// The token at this position, complete and short enough for a message.
    std::string token() const {
        std::size_t end = at_;
        while (end < text_.size() && end < at_ + 24 && belongs_to_name(text_[end])) ++end;
        if (end == at_) ++end;
        // Includes all bytes of a multi-byte character.
        while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U)
            ++end;
        return std::string(text_.substr(at_, end - at_));
    }

  protected:
    std::string_view text_;
    std::size_t at_ = 0;

  private:
    static bool belongs_to_name(char c) { return is_letter(c) || is_digit(c) || c == '.'; }
};

}  // namespace hone
