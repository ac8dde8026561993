// SPDX-License-Identifier: MIT
// Expressions and values as Python reads them, for the formats of tuners that are written in it.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// The expression in Python, with the values of `known` in place of its names. As it was
/// written wherever that is Python already. Throws a usage Error when it grows out of bounds.
std::string python(const Expression& expression, const Names& known);

/// A value as Python's literal: 64, 1/4, 'fast'.
std::string python(const Value& value);

}  // namespace hone
