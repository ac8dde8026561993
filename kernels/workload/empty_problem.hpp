// SPDX-License-Identifier: MIT
// Detects problems without work: a device launches no kernel without work-items.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// Names the size of the problem, or of a problem in the space's check, that leaves no work; empty
/// if there is none. `known` holds the names of device and problem.
std::string empty_problem(const Space& space, const Problem& problem, const Names& known);

}  // namespace hone
