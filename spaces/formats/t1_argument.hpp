// SPDX-License-Identifier: MIT
// Reads one argument of T1's kernel. Also helpers for the members of T1.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spaces/formats/json_document.hpp"

namespace hone::readers {

/// The text of a member; empty if it is missing.
std::string word_of(const Json& json, std::string_view key);

/// A number or an expression.
std::optional<Expression> size_of(JsonDocument& document, const Json& json, std::string_view key);

/// The argument; adds mistakes for properties that cannot be represented. An argument without a
/// name is named after its number.
Argument read_argument(JsonDocument& document, const Json& json, std::size_t number);

}  // namespace hone::readers
