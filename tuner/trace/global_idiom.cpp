// SPDX-License-Identifier: MIT
// Works on tokens, without a parser for C: the tokens before and after a sum show whether it is a
// complete expression.
#include "tuner/trace/global_idiom.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "spaces/base/c_words.hpp"

namespace hone {
namespace {

constexpr std::string_view a_directive = "#";

// Longer operators come first.
constexpr std::array<std::string_view, 20> long_operators{
    "++", "--", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};

// Tokens that may stand before and after the sum. All others, such as *, would bind to a part of
// it.
constexpr std::array<std::string_view, 29> before_a_sum{
    "(", "[", "{",  ",",  "=",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==",    "!=",
    "<", ">", "<=", ">=", "<<", ">>", "&&", "||", "&",  "|",  "^",  "?",  ":",  "return"};
constexpr std::array<std::string_view, 21> after_a_sum{")",  "]", "}",  ",",  ";",  "+",  "-",
                                                       "<",  ">", "<=", ">=", "==", "!=", "<<",
                                                       ">>", "&", "&&", "|",  "||", "?",  ":"};

// Narrower types truncate a size, and floating-point types round it.
constexpr std::array<std::string_view, 8> wide_integers{
    "int", "uint", "long", "ulong", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t"};

template <std::size_t count>
bool is_among(const std::array<std::string_view, count>& all, std::string_view word) {
    return std::ranges::find(all, word) != all.end();
}

/// The tokens of a text, each directive as one token, and the names that directives define.
class TokenReader {
  public:
    explicit TokenReader(std::string_view text) : text_(text) {
        while (at_ < text_.size()) step();
    }

    std::vector<std::string_view> tokens;
    std::set<std::string_view> macros;

  private:
    void step() {
        const auto letter = static_cast<unsigned char>(text_[at_]);
        if (letter == '\n') {
            starts_line_ = true;
            ++at_;
        } else if (std::isspace(letter) != 0) {
            ++at_;
        } else if (letter == '#' && starts_line_) {
            take_directive();
        } else {
            starts_line_ = false;
            take(length());
        }
    }

    std::size_t length() const {
        if (text_[at_] == '"' || text_[at_] == '\'') return end_of_quoted(text_, at_) - at_;
        std::size_t end = at_;
        while (end < text_.size() && is_word_letter(static_cast<unsigned char>(text_[end]))) ++end;
        if (end > at_) return end - at_;
        return is_among(long_operators, text_.substr(at_, 2)) ? 2 : 1;
    }

    void take(std::size_t letters) {
        tokens.push_back(text_.substr(at_, letters));
        at_ += letters;
    }

    void take_directive() {
        std::size_t end = text_.find('\n', at_);
        while (end != text_.npos && text_[end - 1] == '\\') end = text_.find('\n', end + 1);
        const std::string_view line = text_.substr(at_, end == text_.npos ? end : end - at_);
        const std::vector<std::string_view> words = c_words(line);
        if (words.size() > 1 && words[0] == "define") macros.insert(words[1]);
        tokens.push_back(a_directive);
        at_ += line.size();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool starts_line_ = true;
};

/// A part of the idiom: one of its calls, the product of two, or the whole sum.
struct IdiomPart {
    std::string_view what;  // a function, "*" or "+"
    std::string_view dimension;
    std::size_t end = 0;  // after its last token
};
using MaybePart = std::optional<IdiomPart>;

/// Reads parts that start at a token; nullopt if something else is there.
class IdiomReader {
  public:
    explicit IdiomReader(const std::vector<std::string_view>& tokens) : tokens_(tokens) {}

    MaybePart sum(std::size_t at, int depth = 0) const {
        const MaybePart first = product(at, depth);
        if (!first || !is("+", first->end)) return first;
        return joined("+", first, product(first->end + 1, depth), "*", "get_local_id");
    }

  private:
    MaybePart product(std::size_t at, int depth) const {
        const MaybePart first = factor(at, depth);
        if (!first || !is("*", first->end)) return first;
        return joined("*", first, factor(first->end + 1, depth), "get_group_id", "get_local_size");
    }

    // Joins two parts of one dimension, in either order.
    static MaybePart joined(std::string_view by, const MaybePart& a, const MaybePart& b,
                            std::string_view one, std::string_view other) {
        if (!b || a->dimension != b->dimension) return std::nullopt;
        const bool in_order = a->what == one && b->what == other;
        if (!in_order && !(a->what == other && b->what == one)) return std::nullopt;
        return IdiomPart{by, a->dimension, b->end};
    }

    MaybePart factor(std::size_t at, int depth) const {
        constexpr int deepest = 8;  // nesting of parentheses and casts
        if (!is("(", at)) return call(at);
        if (depth == deepest) return std::nullopt;
        if (const std::size_t end = end_of_cast(at)) return factor(end, depth + 1);
        MaybePart inside = sum(at + 1, depth + 1);
        if (!inside || !is(")", inside->end)) return std::nullopt;
        ++inside->end;
        return inside;
    }

    MaybePart call(std::size_t at) const {
        constexpr std::array<std::string_view, 3> functions{"get_group_id", "get_local_size",
                                                            "get_local_id"};
        constexpr std::size_t tokens_of_call = 4;
        if (at + tokens_of_call > tokens_.size() || !is_among(functions, tokens_[at]))
            return std::nullopt;
        const std::string_view dimension = tokens_[at + 2].substr(0, 1);
        const std::string_view suffix = tokens_[at + 2].substr(1);
        const bool is_number = dimension == "0" || dimension == "1" || dimension == "2";
        const bool is_plain = suffix.empty() || suffix == "u" || suffix == "U";
        if (!is("(", at + 1) || !is_number || !is_plain || !is(")", at + 3)) return std::nullopt;
        return IdiomPart{tokens_[at], dimension, at + tokens_of_call};
    }

    // The position after "(int)", "(unsigned int)" and the like; 0 if there is no such cast.
    std::size_t end_of_cast(std::size_t at) const {
        std::size_t end = at + 1;
        const bool is_unsigned = is("unsigned", end);
        if (is_unsigned) ++end;
        const bool is_wide = end < tokens_.size() && is_among(wide_integers, tokens_[end]);
        if (is_wide) ++end;
        return (is_unsigned || is_wide) && is(")", end) ? end + 1 : 0;
    }

    bool is(std::string_view token, std::size_t at) const {
        return at < tokens_.size() && tokens_[at] == token;
    }

    const std::vector<std::string_view>& tokens_;
};

/// Replaces each whole sum that is not inside the argument of a macro.
class IdiomReplacer {
  public:
    explicit IdiomReplacer(const std::string& text) : text_(text), read_(text) {
        for (std::size_t at = 0; at < tokens().size(); ++at) {
            note_parenthesis(at);
            if (const MaybePart part = whole_sum(at)) at = replace(at, *part);
        }
        result.append(text_.substr(copied_));
    }

    std::string result;

  private:
    const std::vector<std::string_view>& tokens() const { return read_.tokens; }

    // Notes for each open parenthesis whether its content is an argument of a macro.
    void note_parenthesis(std::size_t at) {
        if (tokens()[at] == ")" && !in_macro_.empty()) in_macro_.pop_back();
        if (tokens()[at] != "(") return;
        const bool within = !in_macro_.empty() && in_macro_.back();
        in_macro_.push_back(within || (at > 0 && read_.macros.contains(tokens()[at - 1])));
    }

    MaybePart whole_sum(std::size_t at) const {
        if (at == 0 || !is_among(before_a_sum, tokens()[at - 1])) return std::nullopt;
        // A parenthesis at the start of the sum encloses only a part of it, so it is not the one
        // around.
        const std::size_t around = in_macro_.size() - (tokens()[at] == "(" ? 1 : 0);
        if (around > 0 && in_macro_[around - 1]) return std::nullopt;
        const MaybePart part = IdiomReader(tokens()).sum(at);
        if (!part || part->what != "+" || part->end == tokens().size()) return std::nullopt;
        return is_among(after_a_sum, tokens()[part->end]) ? part : std::nullopt;
    }

    // Replaces the sum; returns the index of its last token.
    std::size_t replace(std::size_t at, const IdiomPart& part) {
        if (tokens()[at] == "(") in_macro_.pop_back();
        const std::string_view last = tokens()[part.end - 1];
        result.append(text_.substr(copied_, place(tokens()[at]) - copied_));
        result.append("get_global_id(").append(part.dimension).append(")");
        copied_ = place(last) + last.size();
        return part.end - 1;
    }

    std::size_t place(std::string_view token) const {
        return static_cast<std::size_t>(token.data() - text_.data());
    }

    const std::string_view text_;
    TokenReader read_;
    std::size_t copied_ = 0;
    std::vector<bool> in_macro_;
};

}  // namespace

std::string with_global_ids(const std::string& text) {
    return IdiomReplacer(text).result;
}

}  // namespace hone
