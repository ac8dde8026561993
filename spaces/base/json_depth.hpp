// SPDX-License-Identifier: MIT
// The nesting depth of a JSON text, checked without parsing it: the parsed tree is traversed by
// recursion, so a foreign text could overflow the stack.
#pragma once

#include <cstddef>
#include <string_view>

namespace hone {

/// Whether brackets outside of strings nest deeper than this.
bool nests_deeper(std::string_view json, std::size_t most);

}  // namespace hone
