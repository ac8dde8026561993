// SPDX-License-Identifier: MIT
// The rules for one table of [[arguments]] as a whole.
#pragma once

#include <optional>

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

/// The value of an expression without names; nullopt for other expressions.
std::optional<double> constant_of(const std::optional<Expression>& expression);

/// Adds a mistake for each missing entry of the argument, and for entries that exclude each other.
void check_argument(TomlDocument& document, const Location& location, const Argument& argument,
                    const Space& space);

}  // namespace hone::readers
