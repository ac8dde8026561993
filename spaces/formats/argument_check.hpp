// SPDX-License-Identifier: MIT
// What must hold of one table of [[arguments]] as a whole.
#pragma once

#include <optional>

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

/// What an expression gives that reads nothing; nothing of others.
std::optional<double> constant_of(const std::optional<Expression>& expression);

/// Adds a mistake for all that the argument lacks, and for what does not go together.
void check_argument(TomlDocument& document, const Location& location, const Argument& argument,
                    const Space& space);

}  // namespace hone::readers
