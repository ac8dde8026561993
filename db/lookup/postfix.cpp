// SPDX-License-Identifier: MIT
// One walk over the steps with a small stack of fixed depth. What is out of balance is found when
// it is read, so the walk asks nothing.
#include "db/lookup/postfix.hpp"

#include <algorithm>
#include <array>

namespace hone::lookup {
namespace {

constexpr std::size_t deepest = 48;

/// The text up to the next blank, but a quoted word as a whole.
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

}  // namespace

std::uint32_t VariableTable::of(std::string_view name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) {
        names_.emplace_back(name);
        return static_cast<std::uint32_t>(names_.size() - 1);
    }
    return static_cast<std::uint32_t>(found - names_.begin());
}

Postfix::Postfix(std::string_view text, VariableTable& variables) {
    for (auto token = take_token(text); !token.empty(); token = take_token(text)) {
        Step& step = steps_.emplace_back();
        step.apply = find_operator(token);
        if (step.apply) continue;
        if (token.front() == '\'') {
            step.number = word(token.substr(1, token.size() - 2));
        } else if (starts_number(token)) {
            step.number = parse_rational(token);
        } else {
            step.is_variable = true;
            step.variable = variables.of(token);
        }
    }
    if (!balanced()) steps_.assign(1, Step{.number = no_value});
}

bool Postfix::balanced() const {
    std::size_t depth = 0;
    for (const Step& step : steps_) {
        const auto takes = static_cast<std::size_t>(step.apply ? step.apply->arity : 0);
        if (depth < takes) return false;
        depth += 1 - takes;
        if (depth > deepest) return false;
    }
    return depth == 1 || steps_.empty();
}

Rational Postfix::value(std::span<const Rational> variables) const {
    // Two below, so that every operator finds three. Made once: clearing it takes longer than most
    // expressions.
    static thread_local std::array<Rational, deepest + 3> stack;
    std::size_t top = 2;
    for (const Step& step : steps_) {
        if (step.apply) {
            top -= static_cast<std::size_t>(step.apply->arity) - 1;
            stack[top] = step.apply->apply(stack[top], stack[top + 1], stack[top + 2]);
        } else {
            stack[++top] = step.is_variable ? variables[step.variable] : step.number;
        }
    }
    return steps_.empty() ? Rational{} : stack[top];
}

}  // namespace hone::lookup
