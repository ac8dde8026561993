// SPDX-License-Identifier: MIT
// Stored expressions in C, for programs that do not link libhone. All numbers are doubles, which
// hold whole numbers exactly up to 2^53.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spaces/language/postfix.hpp"

namespace hone {

/// What a variable is in C: a number that is known by now, or the text that reads it.
struct CVariable {
    std::optional<Number> known;
    std::string text;
};

/// The expression in C. What depends on known numbers alone is computed here. It calls the
/// functions of c_functions, with the same prefix.
std::string to_c(const Postfix& expression, std::span<const CVariable> variables,
                 const std::string& prefix);

/// The functions that to_c calls, each `static inline`; they need <math.h>.
std::string c_functions(const std::string& prefix);

}  // namespace hone
