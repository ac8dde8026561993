// SPDX-License-Identifier: MIT
// Detects problems that are too large for a device or for the types of a kernel's arguments, before
// anything is allocated or built.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// Why no config can compute the problem, with the excessive number or size; empty if the sizes
/// fit. `known` holds the names of device and problem. A limit that a device does not report counts
/// as sufficient.
std::string size_fault(const Space& space, const Problem& problem, const Names& known);

}  // namespace hone
