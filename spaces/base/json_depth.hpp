// SPDX-License-Identifier: MIT
// How deep a JSON text nests, found without building anything: what is built of it is walked by
// recursion, which a text from outside must not be able to exhaust.
#pragma once

#include <cstddef>
#include <string_view>

namespace hone {

/// Whether brackets nest deeper than this anywhere outside of strings.
bool nests_deeper(std::string_view json, std::size_t most);

}  // namespace hone
