// SPDX-License-Identifier: MIT
// A kernel as the store keeps it: its source, its space and its recipe.
#pragma once

#include "db/model/kernel.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The kernel of a space with both its texts; an environment Error when its file cannot be read.
Kernel kernel_of(const Space& space);

}  // namespace hone
