// SPDX-License-Identifier: MIT
// Expressions before all of their names are known.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "spaces/language/expression.hpp"

namespace hone {

/// The number of an expression; nullopt if it reads an unknown name, such as a config's parameter,
/// or gives no number.
inline std::optional<Number> number_if_known(const Expression& expression, const Names& known) {
    const auto is_known = [&](const std::string& name) { return known.contains(name); };
    if (!std::ranges::all_of(expression.names(), is_known)) return std::nullopt;
    const Number number = expression.number(lookup_in(known));
    return number.exists() ? std::optional(number) : std::nullopt;
}

}  // namespace hone
