// SPDX-License-Identifier: MIT
// Problems in which there is nothing to compute: a device launches no kernel without work-items.
#pragma once

#include <string>

#include "spaces/language/expression.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// Which size of the problem, or of a problem that the space names for its check, leaves nothing to
/// compute; empty where there is none. `known` are the names of device and problem.
std::string empty_problem(const Space& space, const Problem& problem, const Names& known);

}  // namespace hone
