// SPDX-License-Identifier: MIT
// Converts stored expressions to C, for programs that do not link libhone. All numbers are doubles,
// which represent integers exactly up to 2^53.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spaces/language/postfix.hpp"

namespace hone {

/// A variable in C: a known number, or the text that reads it.
struct CVariable {
    std::optional<Number> known;
    std::string text;
};

/// The expression in C. Parts that depend only on known numbers are computed here. The text calls
/// the functions of c_functions, with the same prefix.
std::string to_c(const Postfix& expression, std::span<const CVariable> variables,
                 const std::string& prefix);

/// The functions that the texts of to_c call, each `static inline`; they need <math.h>.
std::string c_functions(const std::string& prefix);

}  // namespace hone
