// SPDX-License-Identifier: MIT
// Problems that are too large for a device or for the types of a kernel's arguments, found before
// anything is allocated or built.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// Why no config can compute the problem, with the number or the bytes that are too many; empty
/// where the sizes fit. `known` are the names of device and problem. What a device does not tell is
/// taken to be enough.
std::string size_fault(const Space& space, const Problem& problem, const Names& known);

}  // namespace hone
