// SPDX-License-Identifier: MIT
// One argument of T1's kernel, and the members that all of T1 is read by.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spaces/formats/json_document.hpp"

namespace hone::readers {

/// The text of a member, empty where there is none.
std::string word_of(const Json& json, std::string_view key);

/// A number or an expression.
std::optional<Expression> size_of(JsonDocument& document, const Json& json, std::string_view key);

/// The argument, or mistakes for what cannot be represented. It is called after its number where it
/// has no name.
Argument read_argument(JsonDocument& document, const Json& json, std::size_t number);

}  // namespace hone::readers
