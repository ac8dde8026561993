// SPDX-License-Identifier: MIT
// T1 has the values of a parameter as Python text: a list, a range, or a comprehension over a
// range. This code reads these three forms, and their sums, without Python and without executing
// anything.
#pragma once

#include <string_view>
#include <vector>

#include "spaces/base/error.hpp"
#include "spaces/language/value.hpp"

namespace hone::readers {

/// The values in the list. Errors and unsupported syntax are added to `mistakes` with their
/// location (`where` is that of the first character).
std::vector<Value> read_python_list(std::string_view text, const Location& where,
                                    Mistakes& mistakes);

}  // namespace hone::readers
