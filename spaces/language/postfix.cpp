// SPDX-License-Identifier: MIT
// One table of operators for both directions. Evaluation uses a small stack of fixed depth.
// Unbalanced expressions are rejected when they are read, so evaluation needs no checks.
#include "spaces/language/postfix.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "spaces/language/step.hpp"

namespace hone {
namespace {

constexpr std::size_t deepest = 48;

// In the order of Op, from negate on.
constexpr std::array<std::string_view, 21> signs{
    "neg", "!",  "+",  "-", "*",   "/",   "//",  "%",        "<",    "<=",     "==",
    "!=",  "&&", "||", "?", "min", "max", "abs", "ceil_div", "log2", "is_pow2"};
constexpr auto first_sign = static_cast<std::size_t>(Op::negate);
static_assert(static_cast<std::size_t>(Op::is_pow2) - first_sign + 1 == signs.size());

std::string token(const Step& step) {
    if (step.op == Op::number) return step.number.text();
    if (step.op == Op::word) return '\'' + step.word + '\'';
    if (step.op == Op::name) return step.word;
    return std::string(signs[static_cast<std::size_t>(step.op) - first_sign]);
}

void write(std::span<const Step> steps, std::size_t at, std::string& text) {
    const Step& step = steps[at];
    for (int i = 0; i < arity(step.op); ++i)
        write(steps, step.args[static_cast<std::size_t>(i)], text);
    text += (text.empty() ? "" : " ") + token(step);
}

/// The text up to the next blank; a quoted word is one token.
std::string_view take_token(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const std::size_t closing = rest.starts_with('\'') ? rest.find('\'', 1) : rest.npos;
    const std::size_t end = closing == rest.npos ? rest.find(' ') : closing + 1;
    const std::string_view token = rest.substr(0, end);
    rest.remove_prefix(token.size());
    return token;
}

bool starts_number(std::string_view token) {
    const std::size_t sign = token.size() > 1 && token[0] == '-' ? 1 : 0;
    return token[sign] >= '0' && token[sign] <= '9';
}

/// Reads "64", "7/2" and "-3".
Number read_fraction(std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    const char* at = std::from_chars(digits.data(), end, numerator).ptr;
    if (at != end && *at == '/') at = std::from_chars(at + 1, end, denominator).ptr;
    return at == end ? Number::fraction(numerator, denominator) : Number(Fault::not_a_number);
}

}  // namespace

std::string to_postfix(std::span<const Step> steps, std::size_t last) {
    std::string text;
    write(steps, last, text);
    return text;
}

std::string to_postfix(std::span<const Step> steps) {
    return to_postfix(steps, steps.size() - 1);
}

Number word_number(std::string_view text) {
    std::uint64_t code = 0xcbf29ce484222325u;  // FNV-1a
    for (const char c : text) code = (code ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return Number::word(static_cast<std::int64_t>(code));
}

std::uint32_t VariableTable::of(std::string_view name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
        names_.emplace_back(name);
        return static_cast<std::uint32_t>(names_.size() - 1);
    }
    return static_cast<std::uint32_t>(found - names_.begin());
}

Postfix::Token Postfix::read(std::string_view text, VariableTable& variables) {
    const auto sign = std::ranges::find(signs, text);
    if (sign != signs.end()) {
        const auto index = static_cast<std::size_t>(sign - signs.begin());
        return {.op = static_cast<Op>(first_sign + index), .variable = 0, .number = {}};
    }
    if (text.front() == '\'')
        return {.op = Op::number,
                .variable = 0,
                .number = word_number(text.substr(1, text.size() - 2))};
    if (starts_number(text))
        return {.op = Op::number, .variable = 0, .number = read_fraction(text)};
    return {.op = Op::name, .variable = variables.of(text), .number = {}};
}

Postfix::Postfix(std::string_view text, VariableTable& variables) {
    for (auto token = take_token(text); !token.empty(); token = take_token(text))
        tokens_.push_back(read(token, variables));
    if (!balanced()) {
        tokens_.resize(1);
        tokens_[0] = {.op = Op::number, .variable = 0, .number = Fault::not_a_number};
    }
}

bool Postfix::balanced() const {
    std::size_t depth = 0;
    for (const Token& token : tokens_) {
        const auto takes = static_cast<std::size_t>(arity(token.op));
        if (depth < takes) return false;
        depth += 1 - takes;
        if (depth > deepest) return false;
    }
    return depth == 1 || tokens_.empty();
}

Number Postfix::value(std::span<const Number> variables) const {
    // Three more than the maximal depth, so that every operator finds three arguments. Allocated
    // once: clearing it takes longer than most expressions.
    static thread_local std::array<Number, deepest + 3> stack;
    std::size_t top = 0;
    for (const Token& token : tokens_) {
        top -= static_cast<std::size_t>(arity(token.op));
        if (token.op == Op::number)
            stack[top] = token.number;
        else if (token.op == Op::name)
            stack[top] = variables[token.variable];
        else
            stack[top] = apply(token.op, stack[top], stack[top + 1], stack[top + 2]);
        ++top;
    }
    return tokens_.empty() ? Number() : stack[0];
}

}  // namespace hone
