// SPDX-License-Identifier: MIT
// T1 writes the values of a parameter as a text of Python: a list, a range, or a list made from a
// range. This reads those three, and their sums, without Python and without executing anything.
#pragma once

#include <string_view>
#include <vector>

#include "spaces/base/error.hpp"
#include "spaces/language/value.hpp"

namespace hone::readers {

/// The values in the list. What is wrong or more than such a list is added to `mistakes` with its
/// location (`where` is that of the first character).
std::vector<Value> read_python_list(std::string_view text, const Location& where,
                                    Mistakes& mistakes);

}  // namespace hone::readers
