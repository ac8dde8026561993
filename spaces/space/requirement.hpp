// SPDX-License-Identifier: MIT
// The condition under which a space's kernel can run.
#pragma once

#include <string>

#include "spaces/space/space.hpp"

namespace hone {

/// The `requires` of a space, and whether it holds for this problem and device.
struct Requirement {
    std::string text;
    bool holds = true;
};

/// The requirement of a space without `requires` always holds.
Requirement requirement_of(const Space& space, const Names& known);

}  // namespace hone
