// SPDX-License-Identifier: MIT
// Expressions and values in Python syntax, for the formats of tuners written in Python.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// The expression in Python, with the values of `known` in place of its names. Text that is already
/// Python stays unchanged. Throws a usage Error if the result becomes too long.
std::string python(const Expression& expression, const Names& known);

/// A value as Python's literal: 64, 1/4, 'fast'.
std::string python(const Value& value);

}  // namespace hone
